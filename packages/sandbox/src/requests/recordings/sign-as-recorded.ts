import {
  buildSigningString,
  type Certificate,
  computeDigest,
  createSignature,
  decodeHeaderText,
  formatDateHeader,
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

const secondMs = 1_000;
/** Less than this before the end of a second, the bank might read the request in the next one. */
const marginMs = 150;

/** Waits, if needed, until a request that is sent now arrives within this second. */
export const awaitSecond = async (now: () => number): Promise<number> => {
  const left = secondMs - (now() % secondMs);
  if (left < marginMs) await new Promise((resolve) => setTimeout(resolve, left + 5));
  return now();
};

/**
 * Signs a request in the way of a recorded one: with the same headers covered, the same distance of
 * its Date, and a Digest or a signature that is wrong if that one was. Returns all its headers.
 */
export const signAsRecorded = async (
  { method, target, headers: recorded, body }: RequestToSign,
  signing: RecordedSigning,
  identity: ReplayIdentity,
  nowMs: number,
): Promise<Readonly<Record<string, string>>> => {
  const headers = new Map(recorded);
  const changed: (readonly [recorded: string, now: string])[] = [];
  const change = (name: string, value: string): void => {
    changed.push([recorded.get(name) ?? "", value]);
    headers.set(name, value);
  };
  if (signing.dateSkewMs !== undefined && recorded.has("date")) {
    change("date", formatDateHeader(dateAt(nowMs, signing.dateSkewMs)));
  }
  const digest = recorded.get("digest");
  if (signing.isDigestRight && digest !== undefined) {
    const algorithm = digest.toUpperCase().startsWith("SHA-512") ? "SHA-512" : "SHA-256";
    change("digest", computeDigest(Buffer.from(body), algorithm));
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
    const text = signing.isInvalid ? spoil(signing, changed) : isInvalid(right) ? "" : right;
    const signature = await createSignature(identity.key, algorithm, text);
    const keyId = formatKeyId(identity.certificate);
    headers.set(
      "signature",
      formatSignatureHeader({ keyId, algorithm, headers: [...covers], signature }),
    );
  }
  return Object.fromEntries(headers);
};

/** Returns a whole second at the same distance from now, in the seconds that the bank counts. */
const dateAt = (nowMs: number, skewMs: number): number => {
  const second = nowMs - (nowMs % secondMs);
  const seconds = Math.trunc(skewMs / secondMs);
  // The bank drops fractions towards zero: a date ahead of it has not begun its last second.
  return second + (seconds > 0 ? seconds + 1 : seconds) * secondMs;
};

/** Returns the text that was signed by mistake, with the values of this replay. */
const spoil = (
  { signedText = "not the signing string" }: RecordedSigning,
  changed: readonly (readonly [recorded: string, now: string])[],
): string =>
  changed.reduce(
    (text, [recorded, now]) => (recorded === "" ? text : text.replaceAll(recorded, now)),
    signedText,
  );
