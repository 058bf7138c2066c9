import assert from "node:assert/strict";
import { verifySignature } from "@varde/protocol";
import { portResults } from "../ports/guard/port-results.ts";
import type { ResponseSigner } from "../ports/response-signer.ts";
import { assertShape, type ContractRule, numberRules } from "./contract.ts";

const largeBytes = 64 * 1024;

/** Returns the rules for the port `responseSigner`. */
export const responseSignerContract = (signer: ResponseSigner): readonly ContractRule[] => {
  const sign = async (bytes: Uint8Array) => {
    const signed = await signer.sign(bytes);
    assertShape(portResults.responseSigner.sign, signed);
    return signed;
  };
  const assertSigns = async (text: string) => {
    const { signature, certificate } = await sign(Buffer.from(text));
    const isRight = verifySignature(certificate.publicKey, "rsa-sha256", text, signature);
    assert(isRight, "the signature does not verify with the key of the returned certificate");
  };
  return numberRules("SIGNER", [
    ["signs with RSA PKCS#1 v1.5, SHA-256 and the key of its certificate", () => assertSigns("a")],
    [
      "returns a certificate that is valid, with an RSA key of 2048 bits or more",
      async () => {
        const { certificate } = await sign(Buffer.from("a"));
        assert.equal(certificate.keyType, "rsa");
        assert((certificate.modulusBits ?? 0) >= 2048, `${certificate.modulusBits} bits`);
        const now = Date.now();
        assert(certificate.notBefore <= now && now <= certificate.notAfter, "it is not valid now");
      },
    ],
    ["signs bytes of any length", () => assertSigns("å".repeat(largeBytes / 2))],
    [
      "signs concurrent messages each with its own signature",
      async () => {
        await Promise.all(Array.from({ length: 10 }, (_, at) => assertSigns(`message ${at}`)));
      },
    ],
    [
      "leaves the bytes unchanged",
      async () => {
        const bytes = Buffer.from("unchanged");
        await sign(bytes);
        assert.equal(bytes.toString(), "unchanged");
      },
    ],
  ]);
};
