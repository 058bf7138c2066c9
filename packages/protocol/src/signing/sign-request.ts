import type { Certificate } from "../certificate/certificate.ts";
import { isInvalid } from "../invalid.ts";
import { formatDateHeader } from "./date-header.ts";
import { computeDigest, type DigestAlgorithm } from "./digest.ts";
import { formatKeyId } from "./key-id.ts";
import { createSignature, type SignatureAlgorithm, type SigningKey } from "./signature.ts";
import { formatSignatureHeader } from "./signature-header.ts";
import { buildSigningString, candidateHeaders, requestTargetName } from "./signing-string.ts";

export interface SignRequestInput {
  readonly method: string;
  /** Path with query, as it will be sent. */
  readonly target: string;
  /** The request's other headers, names in any letter case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes that will be sent; leave it out when there is no body. */
  readonly body?: Uint8Array | string;
  readonly key: SigningKey;
  readonly certificate: Certificate;
  /** The time for the Date header, unless `headers` has one. */
  readonly atMs: number;
  readonly algorithm?: SignatureAlgorithm;
  readonly digestAlgorithm?: DigestAlgorithm;
  /** Also covers method and target, which the interface does not require. */
  readonly coverTarget?: boolean;
}

/** Headers to add to the request, named as the interface spells them. */
export type RequestSignature = Readonly<
  Record<"Date" | "TPP-Signature-Certificate" | "Signature", string> & { Digest?: string }
>;

/**
 * Signs a request. Every candidate header it has is covered, in the order of the interface.
 *
 * @example
 * const request = { method: "POST", target, headers, body };
 * const added = await signRequest({ ...request, key, certificate, atMs: Date.now() });
 * await fetch(url, { method: "POST", headers: { ...headers, ...added }, body });
 */
export const signRequest = async (input: SignRequestInput): Promise<RequestSignature> => {
  const { algorithm = "rsa-sha256", digestAlgorithm = "SHA-256", certificate } = input;
  const sent = new Map(
    Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (!sent.has("date")) sent.set("date", formatDateHeader(input.atMs));
  if (input.body !== undefined) {
    sent.set("digest", computeDigest(Buffer.from(input.body), digestAlgorithm));
  }
  const names = [
    ...(input.coverTarget ? [requestTargetName] : []),
    ...candidateHeaders.filter((name) => sent.has(name)),
  ];
  const signingString = buildSigningString(names, {
    method: input.method,
    target: input.target,
    header: (name) => sent.get(name),
  });
  if (isInvalid(signingString)) throw new TypeError(`Signature ${signingString.reason}`);
  const signature = await createSignature(input.key, algorithm, signingString);
  const digest = sent.get("digest");
  return {
    Date: sent.get("date") ?? "",
    ...(digest !== undefined && { Digest: digest }),
    "TPP-Signature-Certificate": certificate.der.toString("base64"),
    Signature: formatSignatureHeader({
      keyId: formatKeyId(certificate),
      algorithm,
      headers: names,
      signature,
    }),
  };
};
