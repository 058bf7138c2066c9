import crypto, { type BinaryToTextEncoding } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { Reader } from "../reader.ts";
import { hasTooManyMarks } from "../values/text.ts";
import { otherJson, reindent } from "./other-json.ts";

type HashName = "sha256" | "sha512";

interface OtherBytes {
  /** The text that was hashed instead of the body; continues "it is the digest of ". */
  readonly what: string;
  bytes(text: string, body: Uint8Array, reader: Reader): readonly (string | Uint8Array)[];
}

/** The inputs that clients hash instead of the bytes they send. */
const otherBytes: readonly OtherBytes[] = [
  { what: "no body at all", bytes: () => [""] },
  {
    what: "the body without its final line break",
    bytes: (text) => [text.replace(/\r?\n$/, ""), text.trimEnd()],
  },
  {
    what: "the body with an added final line break",
    bytes: (text) => [`${text}\n`, `${text}\r\n`],
  },
  {
    what: "the body without spaces and line breaks",
    bytes: (text, _body, reader) => reindent(text, reader, [0]),
  },
  {
    what: "the body with other spaces and line breaks",
    bytes: (text, _body, reader) => reindent(text, reader, [2, 4, "\t", 3]),
  },
  {
    what: "the body with other line endings",
    bytes: (text) => [text.replaceAll("\r\n", "\n"), text.replace(/\r?\n/g, "\r\n")],
  },
  { what: "the body in Latin-1", bytes: (text) => [Buffer.from(text, "latin1")] },
  { what: "the body in UTF-16", bytes: (text) => [Buffer.from(text, "utf16le")] },
  { what: "the body after a byte order mark", bytes: (text) => [`\uFEFF${text}`] },
  {
    what: "the body's own base64",
    bytes: (_text, body) => [Buffer.from(body).toString("base64")],
  },
  { what: "the body as a JSON string", bytes: (text) => [JSON.stringify(text)] },
  ...otherJson.map(([what, write]) => ({
    what,
    bytes: (text: string, _body: Uint8Array, reader: Reader) => write(text, reader),
  })),
  {
    what: "the body in another Unicode normalisation form",
    bytes: (text) => (hasTooManyMarks(text) ? [] : [text.normalize("NFD"), text.normalize("NFC")]),
  },
  { what: "the body before gzip; send it uncompressed", bytes: (_text, body) => gunzip(body) },
  {
    what: "its own hash, which was hashed again",
    bytes: (_text, body) => [
      crypto.hash("sha256", body, "hex"),
      crypto.hash("sha256", body, "base64"),
      crypto.hash("sha256", body, "buffer"),
    ],
  },
];

const unzippedBytesMax = 1024 * 1024;

const gunzip = (body: Uint8Array): readonly Uint8Array[] => {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return [];
  try {
    return [gunzipSync(body, { maxOutputLength: unzippedBytesMax })];
  } catch {
    return [];
  }
};

/** Encodings in which clients write a correct hash. */
const otherForms: readonly (readonly [what: string, encoding: BinaryToTextEncoding])[] = [
  ["hexadecimal instead of base64", "hex"],
  ["base64url; use + and / and the = signs at the end", "base64url"],
];

/**
 * Mistakes in the form of a Digest header; each continues "The Digest header ". The first two look
 * at the end before they look back, so that a header full of equals signs is read only once.
 */
const malformed: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/:$(?<==:.*:)/, "is in the form of RFC 9530, with colons around the hash"],
  [/["']$(?<==["'].*["'])/, "has the hash in quotes"],
  [/^["'].*["']$/, "is in quotes"],
  [/^[0-9a-f]{64}$|^[0-9a-f]{128}$/i, "has no algorithm, and the hash is hexadecimal"],
  [/^[\w+/-]{43}=?$|^[\w+/-]{86}(?:==)?$/, "has no algorithm before the hash"],
  [/^sha(?:256|512)=/i, "has the name of the algorithm without its hyphen"],
  [/^sha_(?:256|512)=/i, "has an underscore in the name of the algorithm"],
  [/^(?:id-)?sha-?(?:256|512)\s*[: ]/i, "has no = between the algorithm and the hash"],
  [/^sha-(?:256|512)=\s/i, "has a blank after the ="],
  [/^md5=/i, "uses MD5, which is not accepted"],
  [/^sha(?:-?1)?=/i, "uses SHA-1, which is not accepted"],
  [/^sha-?384=/i, "uses SHA-384, which is not accepted"],
  [/^(?:u?crc32c?|adler32|unixsum)=/i, "uses a checksum that is not a hash"],
  [/=[^,=]*%[0-9a-f]{2}/i, "has a percent-encoded hash"],
  [
    /^sha-256=[a-z0-9+/]{43}$|^sha-512=[a-z0-9+/]{86}$/i,
    "lacks the = signs at the end of the base64",
  ],
];

/** Explains a Digest header that is malformed, or returns undefined. */
export const diagnoseDigestForm = (_reader: Reader, value: string): string | undefined =>
  malformed.find(([pattern]) => pattern.test(value))?.[1];

/**
 * Explains a digest that does not match, as the end of a sentence. Returns undefined when no known
 * mistake produces this value.
 */
export const diagnoseDigest = (
  reader: Reader,
  received: string,
  body: Uint8Array,
  name: HashName,
): string | undefined => {
  if (!reader.readsBytes(body.length)) return undefined;
  const form = otherForms.find(([, encoding]) => {
    const written = crypto.hash(name, body, encoding);
    return written === received || written.toUpperCase() === received;
  });
  if (form !== undefined) return `it is the correct hash in ${form[0]}`;
  if (Buffer.from(crypto.hash(name, body, "hex")).toString("base64") === received) {
    return "it is base64 of the hexadecimal digits of the correct hash; encode its bytes";
  }
  const other = name === "sha256" ? "sha512" : "sha256";
  if (crypto.hash(other, body, "base64") === received) {
    return `it is the digest with ${other === "sha256" ? "SHA-256" : "SHA-512"}`;
  }
  const text = Buffer.from(body).toString("utf8");
  const found = otherBytes.find(({ bytes }) =>
    bytes(text, body, reader).some((each) => crypto.hash(name, each, "base64") === received),
  );
  return found && `it is the digest of ${found.what}; hash exactly the bytes you send`;
};
