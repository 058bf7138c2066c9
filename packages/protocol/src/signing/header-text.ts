import { isUtf8 } from "node:buffer";

const latin1Only = /^[\0-\xff]*$/;

/**
 * The text of a header value as Node hands it over: one character for each byte. Bytes that are
 * valid UTF-8 are read as such and anything else as ISO-8859-1, so that a client that sends either
 * is understood.
 */
export const decodeHeaderText = (value: string): string => {
  if (isAscii(value) || !latin1Only.test(value)) return value;
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : value;
};

/** Almost every value of every request is, and a loop sees that sooner than an expression does. */
const isAscii = (value: string): boolean => {
  for (let at = 0; at < value.length; at += 1) {
    if (value.charCodeAt(at) > 0x7f) return false;
  }
  return true;
};
