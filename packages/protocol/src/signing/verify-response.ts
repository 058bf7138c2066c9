import type { Certificate } from "../certificate/certificate.ts";
import { readCertificate } from "../certificate/read-certificate.ts";
import { verifyChain } from "../certificate/verify-chain.ts";
import { type Parsed, unparsable } from "../parsed.ts";
import { checkDigestHeader } from "./digest.ts";
import { matchKeyId } from "./key-id.ts";
import { signedResponseHeaders } from "./sign-response.ts";
import { parseSignatureHeader } from "./signature-header.ts";
import { buildSigningString } from "./signing-string.ts";
import { verifySignature } from "./verify-signature.ts";

export interface VerifyResponseInput {
  /** Returns a header of the response by its lower-case name. */
  header(name: string): string | undefined;
  readonly body: Uint8Array;
  /** The X-Request-ID that was sent, so that the response to another request is refused. */
  readonly requestId: string;
  /** The bank's issuers. Without them the signature proves integrity but not the sender. */
  readonly anchors?: readonly Certificate[];
  readonly atMs: number;
}

const readSigner = (input: VerifyResponseInput): Parsed<Certificate> => {
  const value = input.header("aspsp-signature-certificate");
  if (value === undefined) return unparsable("has no ASPSP-Signature-Certificate");
  const certificate = readCertificate(value);
  if (!certificate.ok) return unparsable(`has a certificate that ${certificate.reason}`);
  if (input.anchors === undefined) return certificate;
  const chain = verifyChain(certificate.value, input.anchors, input.atMs);
  return chain.ok ? certificate : unparsable(`has a certificate that ${chain.reason}`);
};

/**
 * Verifies a signed response of the bank: certificate, keyId, Digest over the body, request id, and
 * the signature over date, digest and x-request-id. The reason continues "the response".
 */
export const verifyResponse = (input: VerifyResponseInput): Parsed<Certificate> => {
  const value = input.header("signature");
  if (value === undefined) return unparsable("has no Signature");
  const signature = parseSignatureHeader(value);
  if (!signature.ok) return unparsable(`has a Signature that ${signature.reason}`);
  const { headers: names, keyId, algorithm } = signature.value;
  const missing = signedResponseHeaders.filter((name) => !names.includes(name));
  if (missing.length > 0) return unparsable(`has a Signature without ${missing.join(", ")}`);
  const signer = readSigner(input);
  if (!signer.ok) return signer;
  const match = matchKeyId(keyId, signer.value);
  if (!match.ok) return unparsable(`has a keyId that ${match.reason}`);
  if (input.header("x-request-id") !== input.requestId) {
    return unparsable("belongs to another X-Request-ID");
  }
  const digest = checkDigestHeader(input.header("digest") ?? "", input.body);
  if (!digest.ok) return unparsable(`has a Digest that ${digest.reason}`);
  const text = buildSigningString(names, { method: "", target: "", header: input.header });
  if (!text.ok) return unparsable(`has a Signature that ${text.reason}`);
  return verifySignature(signer.value.publicKey, algorithm, text.value, signature.value.signature)
    ? signer
    : unparsable("has a Signature that does not verify");
};
