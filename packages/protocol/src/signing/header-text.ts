import { isUtf8 } from "node:buffer";

const latin1Only = /^[\0-\xff]*$/;

/**
 * Decodes a header value as Node provides it, with one character per byte. Valid UTF-8 is decoded
 * as UTF-8 and anything else as ISO-8859-1, because clients send both.
 */
export const decodeHeaderText = (value: string): string => {
  if (isAscii(value) || !latin1Only.test(value)) return value;
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : value;
};

/**
 * Returns whether a value is ASCII, as almost all are. A loop is faster here than an expression.
 */
export const isAscii = (value: string): boolean => {
  for (let at = 0; at < value.length; at += 1) {
    if (value.charCodeAt(at) > 0x7f) return false;
  }
  return true;
};
