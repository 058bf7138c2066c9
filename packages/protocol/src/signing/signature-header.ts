import { decodeBase64 } from "../certificate/base64.ts";
import { Invalid, isInvalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import type { Reader } from "../reader.ts";
import type { Tolerance } from "../tolerated-forms.ts";
import { decodeHeaderText, isAscii } from "./header-text.ts";
import { decodeRfc2047, encodeRfc2047 } from "./rfc2047.ts";
import { type SignatureAlgorithm, signatureAlgorithms } from "./signature.ts";

const partNames = ["keyId", "algorithm", "headers", "signature"] as const;
type PartName = (typeof partNames)[number];

/** A parsed Signature header. */
export interface SignatureHeader {
  readonly keyId: string;
  readonly algorithm: SignatureAlgorithm;
  readonly headers: readonly string[];
  readonly signature: Buffer;
  readonly tolerated: readonly Tolerance[];
}

const quoteCode = 0x22;
const backslashCode = 0x5c;

interface RawParts {
  readonly values: ReadonlyMap<string, string>;
  readonly hasBlanks: boolean;
}

/**
 * Reads a quoted string, starting after its opening quote. A backslash escapes a quote or a
 * backslash and is literal otherwise, because names in a keyId contain escapes like `\C3\B8`.
 */
const readQuoted = (text: string, start: number): { value: string; end: number } | undefined => {
  let value = "";
  let from = start;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quoteCode) return { value: value + text.slice(from, at), end: at + 1 };
    if (code !== backslashCode) continue;
    const next = text.charCodeAt(at + 1);
    if (next !== quoteCode && next !== backslashCode) continue;
    value += text.slice(from, at);
    from = at + 1;
    at++;
  }
  return undefined;
};

const readParts = (text: string): RawParts | Invalid => {
  const values = new Map<string, string>();
  let hasBlanks = false;
  const nameAt = /[ \t]*([A-Za-z]+)="/y;
  const commaAt = /[ \t]*,/y;
  for (let at = 0; ; ) {
    nameAt.lastIndex = at;
    const name = nameAt.exec(text);
    if (!name?.[1]) return new Invalid(`has no name="value" at character ${at + 1}`);
    hasBlanks ||= /^[ \t]/.test(name[0]);
    const quoted = readQuoted(text, nameAt.lastIndex);
    if (!quoted) return new Invalid(`has no closing quote for its part ${name[1]}`);
    if (values.has(name[1])) return new Invalid(`has the part ${name[1]} twice`);
    values.set(name[1], quoted.value);
    if (quoted.end === text.length) return { values, hasBlanks };
    hasBlanks ||= text[quoted.end] !== ",";
    commaAt.lastIndex = quoted.end;
    if (!commaAt.test(text)) return new Invalid(`has no comma after its part ${name[1]}`);
    at = commaAt.lastIndex;
  }
};

const expectedParts = `${partNames.map((name) => `${name}="…"`).join()}`;

/** Returns the tolerated forms of the header as a whole and of its parts. */
function* findTolerances(
  headerValue: string,
  { values, hasBlanks }: RawParts,
): Generator<Tolerance> {
  if (!isAscii(headerValue)) yield { form: "signature-raw-bytes" };
  const isEncoded = headerValue.startsWith("=?");
  if (isEncoded && [...values.values()].every(isAscii)) {
    yield { form: "signature-needless-rfc-2047" };
  }
  const names = [...values.keys()];
  const known = names.filter((name) => partNames.includes(name as PartName));
  if (hasBlanks) yield { form: "parts-blanks", send: expectedParts };
  if (known.length < names.length) yield { form: "parts-unknown", send: expectedParts };
  if (known.join() !== partNames.join()) yield { form: "parts-order", send: expectedParts };
  const algorithm = values.get("algorithm") ?? "";
  if (!(signatureAlgorithms as readonly string[]).includes(algorithm)) {
    yield { form: "algorithm-name", send: algorithmNames.get(algorithm.toLowerCase()) ?? "" };
  } else if (algorithm === "rsa-sha512") yield { form: "rsa-sha512" };
}

/** The names of the algorithms in lower case, with those that signing libraries print. */
const algorithmNames: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ["rsa-sha256", "rsa-sha256"],
  ["sha256withrsa", "rsa-sha256"],
  ["rsa-sha512", "rsa-sha512"],
  ["sha512withrsa", "rsa-sha512"],
]);

const checkHeaderList = (list: string): readonly string[] | Invalid => {
  const right = 'the right form is headers="date digest …"';
  if (/[,;]/.test(list)) {
    return new Invalid(`separates the names of its headers part by commas; ${right}`);
  }
  const names = list.split(" ");
  if (names.includes("")) {
    return new Invalid(`has a headers part without names or with two spaces in a row; ${right}`);
  }
  const colon = names.find((name) => name.endsWith(":"));
  if (colon) return new Invalid(`lists "${colon}" with a colon; ${right}`);
  const upper = names.find((name) => name !== name.toLowerCase());
  if (upper) return new Invalid(`lists ${upper}; names in the headers part are lower-case`);
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return new Invalid(`lists ${name} twice`);
    seen.add(name);
  }
  return names;
};

const readText = (headerValue: string): string | Invalid => {
  if (headerValue.length > limits.signatureBytesMax) {
    return new Invalid(`is longer than ${limits.signatureBytesMax} bytes`);
  }
  return decodeRfc2047(decodeHeaderText(headerValue));
};

/**
 * Parses a Signature header as Node provides it, including RFC 2047. If somebody reads why it is
 * malformed, known mistakes are searched for.
 *
 * @example
 * const header = parseSignatureHeader('keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="date",…');
 * if (!isInvalid(header)) header.headers; // ["date"]
 */
export const parseSignatureHeader = (
  headerValue: string,
  reader?: Reader,
): SignatureHeader | Invalid => {
  const start = headerValue.lastIndexOf(signatureStart) + signatureStart.length;
  const prefix = headerValue.slice(0, start);
  const isShort = headerValue.length <= limits.signatureBytesMax;
  if (isShort && prefix === lastPrefix && lastHeader !== undefined && headerValue.endsWith('"')) {
    const signature = decodeBase64(headerValue.slice(start, -1));
    if (signature?.length) return { ...lastHeader, signature };
  }
  const header = parseWhole(headerValue, reader);
  if (!isInvalid(header) && headerValue === `${prefix}${header.signature.toString("base64")}"`) {
    lastPrefix = prefix;
    lastHeader = header;
  }
  return header;
};

const signatureStart = ',signature="';
/** Caches the last header, because a TPP sends the same parts except for the signature. */
let lastPrefix = "";
let lastHeader: SignatureHeader | undefined;

const parseWhole = (headerValue: string, reader: Reader | undefined): SignatureHeader | Invalid => {
  const text = readText(headerValue);
  if (isInvalid(text)) return text;
  const parts = readParts(text);
  if (isInvalid(parts)) {
    return new Invalid((reader && diagnoseSignatureHeader(reader, text)) ?? parts.reason);
  }
  const { values } = parts;
  const missing = partNames.find((name) => !values.has(name));
  if (missing)
    return new Invalid(`has no part ${missing}${reader ? diagnoseNames(reader, values) : ""}`);
  const read = (name: PartName): string => values.get(name) ?? "";
  const written = read("algorithm");
  const algorithm = algorithmNames.get(written.toLowerCase());
  if (!algorithm) {
    return new Invalid(`has the algorithm "${written}"; use rsa-sha256 with the certificate's key`);
  }
  const names = checkHeaderList(read("headers"));
  if (isInvalid(names)) return names;
  const written64 = read("signature");
  const signature = decodeBase64(written64);
  if (!signature?.length) {
    const why = (reader && diagnoseSignaturePart(reader, written64)) ?? "is not canonical base64";
    return new Invalid(`has a signature part that ${why}`);
  }
  return {
    keyId: read("keyId"),
    algorithm,
    headers: names,
    signature,
    tolerated: [...findTolerances(headerValue, parts)],
  };
};

/** Points out a name in the wrong letter case, such as keyid. */
const diagnoseNames = (_reader: Reader, values: ReadonlyMap<string, string>): string => {
  const other = [...values.keys()].find((name) => !partNames.includes(name as PartName));
  const right = partNames.find((name) => name.toLowerCase() === other?.toLowerCase());
  return right === undefined ? "" : `; write ${right} instead of ${other}`;
};

/** Quotes a value and escapes quotes and the backslashes that would be read as an escape. */
const quote = (value: string): string => `"${value.replace(/"|\\(?=["\\]|$)/g, "\\$&")}"`;

/** Formats a Signature header, with RFC 2047 if a value is not ASCII. */
export const formatSignatureHeader = (input: Omit<SignatureHeader, "tolerated">): string =>
  encodeRfc2047(
    [
      `keyId=${quote(input.keyId)}`,
      `algorithm=${quote(input.algorithm)}`,
      `headers=${quote(input.headers.join(" "))}`,
      `signature=${quote(input.signature.toString("base64"))}`,
    ].join(","),
  );

const partForm = 'keyId="…",algorithm="…",headers="…",signature="…"';

/** Mistakes in a Signature header that cannot be parsed; each continues "The Signature header ". */
const malformed: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/^Signature\s/i, 'starts with "Signature ", which belongs into an Authorization header'],
  [/^(?:Bearer|Basic|Digest)\s/i, "has the scheme of an Authorization header"],
  [/keyId%3D/i, "is percent-encoded"],
  [/^[\w-]+=:[\w+/=]*:$/, "is in the form of RFC 9421, with a name and colons"],
  [/^\s*\{/, "is JSON"],
  [/^[\w-]{8,}\.[\w-]*\.[\w-]{8,}$/, "is a JSON Web Signature"],
  [/^[\w+/-]{80,}={0,2}$/, "is the bare signature without the other parts"],
  [/\w=\\"/, "has backslashes before the quotes"],
  [/\w='/, "has single quotes around the values; use double quotes"],
  [/\w=[\u201c\u201d\u201e\u00ab]/, "has typographic quotes; use plain double quotes"],
  [/keyId=[^"]/i, "has values without quotes"],
  [/";\s*\w+="/, "has semicolons between its parts; use commas"],
  [/"\s+\w+="/, "has blanks between its parts; use commas"],
  [/"&\w+="/, "has & between its parts; use commas"],
  [/\w\s*:\s*"/, "has colons after the names of its parts; use ="],
];

/** Explains a Signature header that cannot be parsed, or returns undefined. */
export const diagnoseSignatureHeader = (_reader: Reader, text: string): string | undefined => {
  const [, what] = malformed.find(([pattern]) => pattern.test(text)) ?? [];
  return what && `${what}; the right form is ${partForm}`;
};

/** Mistakes in how the signature part is written; each continues "has a signature part that ". */
const encodings: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/%[0-9a-f]{2}/i, "is percent-encoded; send the base64 itself"],
  [/\s/, "is folded or has blanks; send the base64 in one piece"],
  [/^[A-Za-z0-9]*[-_][\w-]*=*$/, "is in base64url; replace - by + and _ by /, and pad it with ="],
  [/^[0-9a-f:]+$/i, "is hexadecimal; send base64"],
  [/^[A-Za-z0-9+/]+$/, "lacks the = signs at its end; send base64 with its padding"],
];

/** Explains a signature part that is not canonical base64, or returns undefined. */
export const diagnoseSignaturePart = (_reader: Reader, text: string): string | undefined =>
  encodings.find(([pattern]) => pattern.test(text))?.[1];
