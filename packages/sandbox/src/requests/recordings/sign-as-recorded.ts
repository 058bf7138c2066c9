import {
  buildSigningString,
  type Certificate,
  computeDigest,
  createSignature,
  decodeHeaderText,
  formatKeyId,
  formatSignatureHeader,
  isInvalid,
  type SigningKey,
} from "@varde/protocol";
import type { RecordedSigning } from "./recording.ts";

/** A TPP of the replaying bank. */
export interface ReplayIdentity {
  readonly certificate: Certificate;
  readonly key: SigningKey;
}

interface RequestToSign {
  readonly method: string;
  readonly target: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/**
 * Signs a request in the way of a recorded one: with the same headers covered, and with a Digest or
 * a signature that is wrong if that one was. Returns all its headers.
 */
export const signAsRecorded = async (
  { method, target, headers: recorded, body }: RequestToSign,
  signing: RecordedSigning,
  identity: ReplayIdentity,
): Promise<Readonly<Record<string, string>>> => {
  const headers = new Map(recorded);
  const digest = recorded.get("digest");
  if (signing.isDigestRight && digest !== undefined) {
    const algorithm = digest.toUpperCase().startsWith("SHA-512") ? "SHA-512" : "SHA-256";
    headers.set("digest", computeDigest(Buffer.from(body), algorithm));
  }
  if (signing.certificate !== undefined) {
    headers.set("tpp-signature-certificate", identity.certificate.der.toString("base64"));
  }
  const { covers, algorithm = "rsa-sha256" } = signing;
  if (covers !== undefined) {
    const header = (name: string) => {
      const value = headers.get(name);
      return value === undefined ? undefined : decodeHeaderText(value);
    };
    const right = buildSigningString([...covers], { method, target, header });
    const text = signing.signedText ?? (isInvalid(right) ? "" : right);
    const signature = await createSignature(identity.key, algorithm, text);
    const keyId = formatKeyId(identity.certificate);
    headers.set(
      "signature",
      formatSignatureHeader({ keyId, algorithm, headers: [...covers], signature }),
    );
  }
  return Object.fromEntries(headers);
};
