import { decodeBase64 } from "../certificate/base64.ts";
import { type Parsed, parsed, unparsable } from "../parsed.ts";
import { decodeHeaderText } from "./header-text.ts";
import { decodeRfc2047, encodeRfc2047 } from "./rfc2047.ts";
import { type SignatureAlgorithm, signatureAlgorithms } from "./verify-signature.ts";

export const signatureCharactersMax = 8192;

const partNames = ["keyId", "algorithm", "headers", "signature"] as const;
type PartName = (typeof partNames)[number];

/** What a Signature header says. Warnings are for the sandbox: served, but not as specified. */
export interface SignatureHeader {
  readonly keyId: string;
  readonly algorithm: SignatureAlgorithm;
  readonly headers: readonly string[];
  readonly signature: Buffer;
  readonly warnings: readonly string[];
}

const quoteCode = 0x22;
const backslashCode = 0x5c;

interface RawParts {
  readonly values: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
}

/**
 * Reads a quoted string from just after its opening quote. A backslash escapes a quote or a
 * backslash and is itself otherwise, since names in a keyId hold pairs like `\C3\B8`.
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

const readParts = (text: string): Parsed<RawParts> => {
  const values = new Map<string, string>();
  const warnings: string[] = [];
  const nameAt = /[ \t]*([A-Za-z]+)="/y;
  const commaAt = /[ \t]*,/y;
  for (let at = 0; ; ) {
    nameAt.lastIndex = at;
    const name = nameAt.exec(text);
    if (!name?.[1]) return unparsable(`has no name="value" at character ${at + 1}`);
    if (name[0].startsWith(" ") && warnings.length === 0) {
      warnings.push("Signature: the parts are joined by a comma without a blank");
    }
    const quoted = readQuoted(text, nameAt.lastIndex);
    if (!quoted) return unparsable(`has no closing quote for its part ${name[1]}`);
    if (values.has(name[1])) return unparsable(`has the part ${name[1]} twice`);
    values.set(name[1], quoted.value);
    if (quoted.end === text.length) return parsed({ values, warnings });
    commaAt.lastIndex = quoted.end;
    if (!commaAt.test(text)) return unparsable(`has no comma after its part ${name[1]}`);
    at = commaAt.lastIndex;
  }
};

const warnOfParts = (values: ReadonlyMap<string, string>): string[] => {
  const names = [...values.keys()];
  const known = names.filter((name) => partNames.includes(name as PartName));
  const unknown = names.filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => `Signature: the part ${name} is unknown and ignored`),
    ...(known.join() === partNames.join()
      ? []
      : [`Signature: the parts belong in the order ${partNames.join(", ")}`]),
  ];
};

const checkHeaderList = (list: string): Parsed<readonly string[]> => {
  const names = list.split(" ");
  if (names.includes("")) return unparsable("has a headers part without names or with two blanks");
  const upper = names.find((name) => name !== name.toLowerCase());
  if (upper) return unparsable(`lists ${upper}; names in the headers part are lower-case`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice ? unparsable(`lists ${twice} twice`) : parsed(names);
};

const readText = (headerValue: string): Parsed<string> => {
  if (headerValue.length > signatureCharactersMax) {
    return unparsable(`is longer than ${signatureCharactersMax} characters`);
  }
  return decodeRfc2047(decodeHeaderText(headerValue));
};

/**
 * Parses a Signature header as Node hands it over, RFC 2047 included.
 *
 * @example
 * const header = parseSignatureHeader('keyId="SN=1,CA=CN=x",algorithm="rsa-sha256",headers="date",…');
 * if (header.ok) header.value.headers; // ["date"]
 */
export const parseSignatureHeader = (headerValue: string): Parsed<SignatureHeader> => {
  const start = headerValue.lastIndexOf(signatureStart) + signatureStart.length;
  const prefix = headerValue.slice(0, start);
  const isShort = headerValue.length <= signatureCharactersMax;
  if (isShort && prefix === lastPrefix && lastHeader !== undefined && headerValue.endsWith('"')) {
    const signature = decodeBase64(headerValue.slice(start, -1));
    if (signature?.length) return parsed({ ...lastHeader, signature });
  }
  const header = parseWhole(headerValue);
  if (header.ok && headerValue === `${prefix}${header.value.signature.toString("base64")}"`) {
    lastPrefix = prefix;
    lastHeader = header.value;
  }
  return header;
};

const signatureStart = ',signature="';
/** A TPP writes all but the signature the same way each time, so the last reading mostly serves. */
let lastPrefix = "";
let lastHeader: SignatureHeader | undefined;

const parseWhole = (headerValue: string): Parsed<SignatureHeader> => {
  const text = readText(headerValue);
  if (!text.ok) return text;
  const parts = readParts(text.value);
  if (!parts.ok) return parts;
  const { values, warnings } = parts.value;
  const missing = partNames.find((name) => !values.has(name));
  if (missing) return unparsable(`has no part ${missing}`);
  const written = values.get("algorithm") ?? "";
  const algorithm = signatureAlgorithms.find((each) => each === written.toLowerCase());
  if (!algorithm) {
    return unparsable(`has the algorithm "${written}"; ${signatureAlgorithms.join(" or ")} is due`);
  }
  const names = checkHeaderList(values.get("headers") ?? "");
  if (!names.ok) return names;
  const signature = decodeBase64(values.get("signature") ?? "");
  if (!signature?.length) return unparsable("has a signature part that is not canonical base64");
  const caseWarning =
    written === algorithm ? [] : [`Signature: the algorithm is written ${algorithm}`];
  return parsed({
    keyId: values.get("keyId") ?? "",
    algorithm,
    headers: names.value,
    signature,
    warnings: [...warnings, ...warnOfParts(values), ...caseWarning],
  });
};

/** Quotes, and the backslashes that would otherwise be read as an escape. */
const quote = (value: string): string => `"${value.replace(/"|\\(?=["\\]|$)/g, "\\$&")}"`;

/** Writes a Signature header; RFC 2047 is applied when a value is not ASCII. */
export const formatSignatureHeader = (input: Omit<SignatureHeader, "warnings">): string =>
  encodeRfc2047(
    [
      `keyId=${quote(input.keyId)}`,
      `algorithm=${quote(input.algorithm)}`,
      `headers=${quote(input.headers.join(" "))}`,
      `signature=${quote(input.signature.toString("base64"))}`,
    ].join(","),
  );
