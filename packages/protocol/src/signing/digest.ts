import crypto from "node:crypto";
import { decodeBase64 } from "../certificate/base64.ts";
import { Invalid, isInvalid } from "../invalid.ts";
import type { Reader } from "../reader.ts";
import type { Tolerance } from "../tolerated-forms.ts";
import { countOf } from "../values/count-of.ts";
import { diagnoseDigest, diagnoseDigestForm } from "./diagnose-digest.ts";

export const digestAlgorithms = ["SHA-256", "SHA-512"] as const;
export type DigestAlgorithm = (typeof digestAlgorithms)[number];

const hashNames = { "SHA-256": "sha256", "SHA-512": "sha512" } as const;
const hashBytes = { "SHA-256": 32, "SHA-512": 64 } as const;

/**
 * Computes the value of a Digest header for these bytes.
 *
 * @example computeDigest(Buffer.from(body), "SHA-256") // "SHA-256=X48E9qOo…"
 */
export const computeDigest = (bytes: Uint8Array, algorithm: DigestAlgorithm): string =>
  `${algorithm}=${crypto.hash(hashNames[algorithm], bytes, "base64")}`;

const checkEntry = (
  algorithm: DigestAlgorithm,
  received: string,
  bytes: Uint8Array,
  reader: Reader | undefined,
) => {
  const computed = computeDigest(bytes, algorithm);
  if (computed === `${algorithm}=${received}`) return undefined;
  const why = reader && diagnoseDigest(reader, received, bytes, hashNames[algorithm]);
  const because = why === undefined ? "" : `; ${why}`;
  if (decodeBase64(received)?.length !== hashBytes[algorithm]) {
    const text = `has a ${algorithm} that is not canonical base64 of its length${because}`;
    return new Invalid(text);
  }
  return new Invalid(
    `does not match the ${countOf(bytes.length, "byte")} of the body: computed ${computed}, ` +
      `received ${algorithm}=${received}${because}`,
  );
};

const sha256Only: readonly DigestAlgorithm[] | Invalid = ["SHA-256"];

/**
 * Checks a Digest header against the exact bytes of the body and returns the algorithms that
 * matched. In a list, every supported entry must match and at least one must be supported. MD5 and
 * SHA-1 are not supported. If somebody reads why it is wrong, known mistakes are searched for.
 */
export const checkDigestHeader = (
  value: string,
  bytes: Uint8Array,
  reader?: Reader,
): readonly DigestAlgorithm[] | Invalid => {
  // The most common case; everything else is parsed.
  if (value.startsWith("SHA-256=") && value === computeDigest(bytes, "SHA-256")) return sha256Only;
  const digest = checkEntries(value, bytes, reader);
  const why = reader && isInvalid(digest) ? diagnoseDigestForm(reader, value) : undefined;
  if (why === undefined) return digest;
  const right = computeDigest(bytes, "SHA-256");
  return new Invalid(`${why}; it was "${value.slice(0, 120)}", the right form is ${right}`);
};

const checkEntries = (
  value: string,
  bytes: Uint8Array,
  reader: Reader | undefined,
): readonly DigestAlgorithm[] | Invalid => {
  const known: DigestAlgorithm[] = [];
  for (const entry of value.split(",")) {
    const [, token, received] = /^[ \t]*([^=\s]+)=([^\s]*)[ \t]*$/.exec(entry) ?? [];
    if (token === undefined || received === undefined) {
      return new Invalid('must be written as an algorithm, "=" and base64');
    }
    const algorithm = digestAlgorithms.find((each) => each === token.toUpperCase());
    if (algorithm === undefined) continue;
    if (known.includes(algorithm)) return new Invalid(`has ${algorithm} twice`);
    const wrong = checkEntry(algorithm, received, bytes, reader);
    if (wrong) return wrong;
    known.push(algorithm);
  }
  return known.length > 0 ? known : new Invalid("has neither SHA-256 nor SHA-512");
};

/** The form of almost all headers: a single entry, in upper case. */
const oneEntry = /^SHA-(?:256|512)=[^,]*$/;

/** Returns the tolerated forms of a Digest header that matched. */
export const findDigestTolerances = (value: string): readonly Tolerance[] => {
  if (oneEntry.test(value)) return [];
  const tokens = [...value.matchAll(/(?:^|,)[ \t]*(sha-(?:256|512))=/gi)].map(
    ([, token = ""]) => token,
  );
  const wrong = tokens.find((token) => token !== token.toUpperCase());
  return wrong === undefined
    ? []
    : [{ form: "digest-token-case", send: `${wrong.toUpperCase()}=…` }];
};
