import { isUtf8 } from "node:buffer";
import { decodeBase64 } from "../certificate/base64.ts";
import { Invalid } from "../invalid.ts";

const encodedWord = /^=\?([^?]*)\?([^?]*)\?([^?]*)\?=$/;
const quotedPrintable = /^(?:[!-<>-~]|=[0-9A-Fa-f]{2})*$/;
const asciiOnly = /^[\x20-\x7e]*$/;

const decodeQ = (text: string): Buffer | undefined =>
  quotedPrintable.test(text)
    ? Buffer.from(
        text
          .replaceAll("_", " ")
          .replace(/=([0-9A-Fa-f]{2})/g, (_all, hex) => String.fromCharCode(Number(`0x${hex}`))),
        "latin1",
      )
    : undefined;

const decodeBytes = (encoding: string, text: string): Buffer | undefined => {
  if (encoding === "b") return decodeBase64(text);
  return encoding === "q" ? decodeQ(text) : undefined;
};

const decodeCharset = (charset: string, bytes: Buffer): string | Invalid => {
  if (charset === "iso-8859-1") return bytes.toString("latin1");
  if (charset !== "utf-8")
    return new Invalid(`is encoded in the unknown charset ${charset}; use =?utf-8?B?…?=`);
  return isUtf8(bytes)
    ? bytes.toString("utf8")
    : new Invalid("says in its RFC 2047 word that it is utf-8, but it is in another charset");
};

/**
 * Decodes a header value that is entirely RFC 2047: utf-8 or iso-8859-1, B or Q, any letter case. A
 * value that is not encoded is returned unchanged. Mail libraries split long values into several
 * words; their bytes are joined before they are decoded.
 */
export const decodeRfc2047 = (value: string): string | Invalid => {
  if (!value.startsWith("=?")) return value;
  const chunks: Buffer[] = [];
  let charset: string | undefined;
  for (const word of value.split(/[ \t]+/)) {
    const match = encodedWord.exec(word);
    if (!match) return new Invalid("starts with an RFC 2047 encoded word but also has other text");
    const [, wordCharset = "", encoding = "", text = ""] = match.map((part) => part);
    const bytes = decodeBytes(encoding.toLowerCase(), text);
    if (bytes === undefined) return new Invalid(`is not valid RFC 2047 in encoding ${encoding}`);
    if (charset !== undefined && charset !== wordCharset.toLowerCase()) {
      return new Invalid("mixes charsets in its RFC 2047 words");
    }
    charset = wordCharset.toLowerCase();
    chunks.push(bytes);
  }
  return decodeCharset(charset ?? "", Buffer.concat(chunks));
};

/** Encodes a header value as one utf-8 B word; an ASCII value is returned unchanged. */
export const encodeRfc2047 = (text: string): string =>
  asciiOnly.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
