import type { Certificate } from "../certificate/certificate.ts";
import { isInvalid } from "../invalid.ts";
import { formatDateHeader } from "./date-header.ts";
import { computeDigest } from "./digest.ts";
import { formatKeyId } from "./key-id.ts";
import { createSignature, type SignatureAlgorithm, type SigningKey } from "./signature.ts";
import { formatSignatureHeader } from "./signature-header.ts";
import { buildSigningString } from "./signing-string.ts";

/** The headers that a response signature covers, in this order. */
export const signedResponseHeaders = ["date", "digest", "x-request-id"] as const;

/** A response to sign. */
export interface ResponseToSign {
  /** The X-Request-ID of the request, which the response repeats. */
  readonly requestId: string;
  readonly body: Uint8Array | string;
  readonly atMs: number;
  readonly algorithm?: SignatureAlgorithm;
}

export interface SignResponseInput extends ResponseToSign {
  readonly key: SigningKey;
  readonly certificate: Certificate;
}

/** Signs bytes and returns the signature with the certificate of the key that made it. */
export type SignBytes = (
  bytes: Buffer,
) => PromiseLike<SignedWithCertificate> | SignedWithCertificate;

interface SignedWithCertificate {
  readonly signature: Uint8Array;
  readonly certificate: Certificate;
}

export type ResponseSignature = Readonly<
  Record<"Date" | "Digest" | "X-Request-ID" | "ASPSP-Signature-Certificate" | "Signature", string>
>;

/** Signs a response and returns the headers to add to it. */
export const signResponse = (input: SignResponseInput): Promise<ResponseSignature> => {
  const { algorithm = "rsa-sha256", key, certificate } = input;
  return signResponseWith(input, async (bytes) => ({
    signature: await createSignature(key, algorithm, bytes),
    certificate,
  }));
};

/**
 * Signs a response with a function that chooses the key, and so the certificate, by itself. The
 * certificate is not part of what is signed.
 */
export const signResponseWith = async (
  input: ResponseToSign,
  sign: SignBytes,
): Promise<ResponseSignature> => {
  const { algorithm = "rsa-sha256" } = input;
  const date = formatDateHeader(input.atMs);
  const digest = computeDigest(Buffer.from(input.body), "SHA-256");
  const values: Record<string, string> = { date, digest, "x-request-id": input.requestId };
  const signingString = buildSigningString(signedResponseHeaders, {
    method: "",
    target: "",
    header: (name) => values[name],
  });
  if (isInvalid(signingString)) throw new TypeError(`Signature ${signingString.reason}`);
  const { signature, certificate } = await sign(Buffer.from(signingString));
  return {
    Date: date,
    Digest: digest,
    "X-Request-ID": input.requestId,
    "ASPSP-Signature-Certificate": certificate.der.toString("base64"),
    Signature: formatSignatureHeader({
      keyId: formatKeyId(certificate),
      algorithm,
      headers: signedResponseHeaders,
      signature: Buffer.from(signature),
    }),
  };
};
