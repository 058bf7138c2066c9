import type { Certificate } from "../certificate/certificate.ts";
import { isInvalid } from "../invalid.ts";
import { createSignature, type SigningKey } from "./create-signature.ts";
import { formatDateHeader } from "./date-header.ts";
import { computeDigest } from "./digest.ts";
import { formatKeyId } from "./key-id.ts";
import { formatSignatureHeader } from "./signature-header.ts";
import { buildSigningString } from "./signing-string.ts";
import type { SignatureAlgorithm } from "./verify-signature.ts";

/** The headers that a response signature covers, in this order. */
export const signedResponseHeaders = ["date", "digest", "x-request-id"] as const;

export interface SignResponseInput {
  /** The X-Request-ID of the request, which the response repeats. */
  readonly requestId: string;
  readonly body: Uint8Array | string;
  readonly key: SigningKey;
  readonly certificate: Certificate;
  readonly atMs: number;
  readonly algorithm?: SignatureAlgorithm;
}

export type ResponseSignature = Readonly<
  Record<"Date" | "Digest" | "X-Request-ID" | "ASPSP-Signature-Certificate" | "Signature", string>
>;

/** Signs a response and returns the headers to add to it. */
export const signResponse = async (input: SignResponseInput): Promise<ResponseSignature> => {
  const { algorithm = "rsa-sha256", certificate } = input;
  const date = formatDateHeader(input.atMs);
  const digest = computeDigest(Buffer.from(input.body), "SHA-256");
  const values: Record<string, string> = { date, digest, "x-request-id": input.requestId };
  const signingString = buildSigningString(signedResponseHeaders, {
    method: "",
    target: "",
    header: (name) => values[name],
  });
  if (isInvalid(signingString)) throw new TypeError(`Signature ${signingString.reason}`);
  const signature = await createSignature(input.key, algorithm, signingString);
  return {
    Date: date,
    Digest: digest,
    "X-Request-ID": input.requestId,
    "ASPSP-Signature-Certificate": certificate.der.toString("base64"),
    Signature: formatSignatureHeader({
      keyId: formatKeyId(certificate),
      algorithm,
      headers: signedResponseHeaders,
      signature,
    }),
  };
};
