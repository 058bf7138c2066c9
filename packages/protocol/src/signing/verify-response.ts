import type { Certificate } from "../certificate/certificate.ts";
import { readCertificate } from "../certificate/read-certificate.ts";
import { verifyChain } from "../certificate/verify-chain.ts";
import { Invalid, isInvalid } from "../invalid.ts";
import type { Reader } from "../reader.ts";
import { checkDigestHeader } from "./digest.ts";
import { matchKeyId } from "./key-id.ts";
import { signedResponseHeaders } from "./sign-response.ts";
import { verifySignature } from "./signature.ts";
import { parseSignatureHeader } from "./signature-header.ts";
import { buildSigningString } from "./signing-string.ts";

export interface VerifyResponseInput {
  /** Returns a header of the response by its lower-case name. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
  /** The X-Request-ID that was sent, so that the response to another request is refused. */
  readonly requestId: string;
  /** The bank's issuers. Without them the signature proves integrity but not the sender. */
  readonly anchors?: readonly Certificate[];
  readonly atMs: number;
  /** The reader of a diagnosis, if known mistakes are to be searched for. */
  readonly reader?: Reader;
}

const readSigner = (input: VerifyResponseInput): Certificate | Invalid => {
  const value = input.header("aspsp-signature-certificate");
  if (value === undefined) return new Invalid("has no ASPSP-Signature-Certificate");
  const certificate = readCertificate(value, input.reader);
  if (isInvalid(certificate)) return new Invalid(`has a certificate that ${certificate.reason}`);
  if (input.anchors === undefined) return certificate;
  const chain = verifyChain(certificate, input.anchors, input.atMs);
  return isInvalid(chain) ? new Invalid(`has a certificate that ${chain.reason}`) : certificate;
};

/**
 * Verifies a signed response of the bank: certificate, keyId, Digest over the body, request id, and
 * the signature over date, digest and x-request-id. The reason continues "the response".
 */
export const verifyResponse = (input: VerifyResponseInput): Certificate | Invalid => {
  const value = input.header("signature");
  if (value === undefined) return new Invalid("has no Signature");
  const signature = parseSignatureHeader(value, input.reader);
  if (isInvalid(signature)) return new Invalid(`has a Signature that ${signature.reason}`);
  const { headers: names, keyId, algorithm } = signature;
  const missing = signedResponseHeaders.filter((name) => !names.includes(name));
  if (missing.length > 0) return new Invalid(`has a Signature without ${missing.join(", ")}`);
  const signer = readSigner(input);
  if (isInvalid(signer)) return signer;
  const match = matchKeyId(keyId, signer, input.reader);
  if (isInvalid(match)) return new Invalid(`has a keyId that ${match.reason}`);
  if (input.header("x-request-id") !== input.requestId) {
    return new Invalid("belongs to another X-Request-ID");
  }
  const digest = checkDigestHeader(input.header("digest") ?? "", input.body, input.reader);
  if (isInvalid(digest)) return new Invalid(`has a Digest that ${digest.reason}`);
  const text = buildSigningString(names, { method: "", target: "", header: input.header });
  if (isInvalid(text)) return new Invalid(`has a Signature that ${text.reason}`);
  return verifySignature(signer.publicKey, algorithm, text, signature.signature)
    ? signer
    : new Invalid("has a Signature that does not verify");
};
