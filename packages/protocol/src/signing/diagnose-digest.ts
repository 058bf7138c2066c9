import crypto, { type BinaryToTextEncoding } from "node:crypto";

type HashName = "sha256" | "sha512";

interface OtherBytes {
  /** The text that was hashed instead of the body; continues "it is the digest of ". */
  readonly what: string;
  bytes(text: string, body: Uint8Array): readonly (string | Uint8Array)[];
}

const reserialise = (text: string, indents: readonly (string | number)[]): readonly string[] => {
  try {
    const value: unknown = JSON.parse(text);
    return indents.map((indent) => JSON.stringify(value, undefined, indent));
  } catch {
    return [];
  }
};

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
    bytes: (text) => reserialise(text, [0]),
  },
  {
    what: "the body with other spaces and line breaks",
    bytes: (text) => reserialise(text, [2, 4, "\t", 3]),
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
];

/** Encodings in which clients write a correct hash. */
const otherForms: readonly (readonly [what: string, encoding: BinaryToTextEncoding])[] = [
  ["hexadecimal instead of base64", "hex"],
  ["the URL alphabet of base64", "base64url"],
];

/**
 * Explains a digest that does not match, as the end of a sentence. Returns undefined when no known
 * mistake produces this value.
 */
export const diagnoseDigest = (
  received: string,
  body: Uint8Array,
  name: HashName,
): string | undefined => {
  const form = otherForms.find(([, encoding]) => {
    const written = crypto.hash(name, body, encoding);
    return [written, written.toUpperCase(), Buffer.from(written).toString("base64")].includes(
      received,
    );
  });
  if (form !== undefined) return `it is the correct hash in ${form[0]}`;
  const other = name === "sha256" ? "sha512" : "sha256";
  if (crypto.hash(other, body, "base64") === received) {
    return `it is the digest with ${other === "sha256" ? "SHA-256" : "SHA-512"}`;
  }
  const text = Buffer.from(body).toString("utf8");
  const found = otherBytes.find(({ bytes }) =>
    bytes(text, body).some((each) => crypto.hash(name, each, "base64") === received),
  );
  return found && `it is the digest of ${found.what}; hash exactly the bytes you send`;
};
