import { DerError, readDer, readText } from "../certificate/der-reader.ts";
import { attributeNames, type NameAttribute } from "../certificate/name-attribute.ts";
import { Invalid } from "../invalid.ts";
import type { ToleratedFormId } from "../tolerated-forms.ts";

/** An attribute as written in a keyId. */
export interface WrittenAttribute {
  readonly oid: string;
  readonly value: string;
}

export interface DistinguishedName {
  readonly attributes: readonly WrittenAttribute[];
  /** How the name is written, if not in RFC 2253 form. */
  readonly tolerated: ReadonlySet<ToleratedFormId>;
}

const oidByName: ReadonlyMap<string, string> = new Map(
  Object.entries(attributeNames).flatMap(([oid, names]) =>
    names.map((name) => [name.toLowerCase(), oid] as const),
  ),
);

const typePattern = /^(?:OID\.)?(\d+(?:\.\d+)+|[A-Za-z][A-Za-z0-9-]*)$/i;

const oidOfType = (written: string): string | undefined => {
  const type = typePattern.exec(written)?.[1];
  if (type === undefined) return undefined;
  return /^\d/.test(type) ? type : oidByName.get(type.toLowerCase());
};

/** Returns whether the type is an OID or the usual name: `ST`, not `S` or `OID.2.5.4.8`. */
const isPlainType = (written: string, oid: string): boolean =>
  written === oid || written.toLowerCase() === attributeNames[oid]?.[0]?.toLowerCase();

interface Scan {
  /** The text between unescaped separators, with escapes left in place. */
  readonly pieces: readonly string[];
  readonly hasSemicolon: boolean;
}

const splitAttributes = (text: string): Scan => {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  let hasSemicolon = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === '"' && (isQuoted || text.charAt(at - 1) === "=")) isQuoted = !isQuoted;
    else if (!isQuoted && (character === "," || character === "+" || character === ";")) {
      hasSemicolon ||= character === ";";
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return { pieces: [...pieces, text.slice(start)], hasSemicolon };
};

const hexPair = /^[0-9A-Fa-f]{2}/;

/** Decodes escapes like `\,` and hexadecimal bytes like `\C3\B8`. */
const unescapeValue = (text: string): string | undefined => {
  const bytes: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    if (text.charAt(at) !== "\\") {
      const run = /^[^\\]+/.exec(text.slice(at))?.[0] ?? "";
      bytes.push(Buffer.from(run));
      at += run.length;
      continue;
    }
    const rest = text.slice(at + 1);
    if (rest === "") return undefined;
    const hex = hexPair.exec(rest)?.[0];
    bytes.push(hex ? Buffer.from(hex, "hex") : Buffer.from(rest.charAt(0)));
    at += hex ? 3 : 2;
  }
  return Buffer.concat(bytes).toString("utf8");
};

const readHexValue = (hex: string): string | undefined => {
  const isHex = /^(?:[0-9A-Fa-f]{2})+$/.test(hex);
  if (!isHex) return undefined;
  try {
    return readText(readDer(Buffer.from(hex, "hex"))) ?? `#${hex.toLowerCase()}`;
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
};

const readValue = (written: string): string | undefined => {
  if (written.startsWith("#")) return readHexValue(written.slice(1));
  const isQuoted = written.length > 1 && written.startsWith('"') && written.endsWith('"');
  return unescapeValue(isQuoted ? written.slice(1, -1) : written);
};

/** Removes spaces around a value, except an escaped one, which is part of the value. */
const trimUnescaped = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " " && text[end - 2] !== "\\") end--;
  return text.slice(start, end);
};

/**
 * Parses a distinguished name in RFC 2253 form and accepts the variations of RFC 1779. Attributes
 * are returned in the order written.
 */
export const parseDistinguishedName = (text: string): DistinguishedName | Invalid => {
  if (text.startsWith("/")) {
    return new Invalid("is written with slashes; use the RFC 2253 form CN=…,O=…,C=…");
  }
  const { pieces, hasSemicolon } = splitAttributes(text);
  const attributes: WrittenAttribute[] = [];
  const tolerated = new Set<ToleratedFormId>(hasSemicolon ? ["issuer-rfc-1779"] : []);
  for (const piece of pieces) {
    const equals = piece.indexOf("=");
    const type = piece.slice(0, Math.max(equals, 0)).trim();
    const written = trimUnescaped(piece.slice(equals + 1));
    const oid = oidOfType(type);
    if (oid === undefined) return new Invalid(`has the unknown attribute "${piece.trim()}"`);
    const value = readValue(written);
    if (value === undefined) return new Invalid(`has a malformed value for ${type}`);
    if (piece !== `${type}=${written}`) tolerated.add("issuer-blanks");
    if (!isPlainType(type, oid)) tolerated.add("issuer-names");
    if (written.startsWith('"')) tolerated.add("issuer-rfc-1779");
    attributes.push({ oid, value });
  }
  return { attributes, tolerated };
};

/** The types that have a short name in RFC 2253; every other is written as OID and DER. */
const shortNames: ReadonlySet<string> = new Set([
  "2.5.4.3",
  "2.5.4.6",
  "2.5.4.7",
  "2.5.4.8",
  "2.5.4.9",
  "2.5.4.10",
  "2.5.4.11",
  "0.9.2342.19200300.100.1.1",
  "0.9.2342.19200300.100.1.25",
]);

const escapeValue = (value: string): string =>
  value.replace(/[,+"\\<>;]|^[# ]| $/g, "\\$&").replaceAll("\0", "\\00");

const formatAttribute = ({ oid, value, der }: NameAttribute): string => {
  const name = shortNames.has(oid) ? attributeNames[oid]?.[0] : undefined;
  const hex = `#${der.toString("hex")}`;
  if (name === undefined) return `${oid}=${hex}`;
  return `${name}=${value === hex ? hex : escapeValue(value)}`;
};

/** Formats a certificate's name in RFC 2253 form: last attribute first. */
export const formatDistinguishedName = (attributes: readonly NameAttribute[]): string => {
  const rdns: string[][] = [];
  for (const attribute of attributes) {
    const parts = rdns[attribute.rdn];
    if (parts === undefined) rdns[attribute.rdn] = [formatAttribute(attribute)];
    else parts.push(formatAttribute(attribute));
  }
  return rdns
    .map((parts) => parts.join("+"))
    .reverse()
    .join(",");
};
