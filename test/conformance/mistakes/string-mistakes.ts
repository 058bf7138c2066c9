import { createHash } from "node:crypto";
import type { Mistakes } from "./mistakes.ts";
import { body, candidates, put } from "./send-mistaken.ts";

const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

const splitLine = (line: string): [name: string, value: string] => {
  const colon = line.indexOf(": ");
  return [line.slice(0, colon), line.slice(colon + 2)];
};

/** Mistakes in turning the lines into the signing string. */
export const stringMistakes: Mistakes = {
  "a newline at the end": [{ signs: (s) => `${s}\n` }, /a newline after the last line/],
  "lines ended by CRLF": [
    { signs: (s) => s.replaceAll("\n", "\r\n") },
    /separated by carriage return and newline/,
  ],
  "lines joined by a comma": [{ signs: (s) => s.replaceAll("\n", ", ") }, /lines joined by commas/],
  "lines joined by nothing": [
    { signs: (s) => s.replaceAll("\n", "") },
    /the lines joined without a separator/,
  ],
  "no space after the colon": [
    { signs: (s) => s.replaceAll(/^([\w-]+): /gm, "$1:") },
    /no space after/,
  ],
  "equals signs": [{ signs: (s) => s.replaceAll(/^([\w-]+): /gm, "$1=") }, /equals sign/],
  "values without names": [
    { signs: (s) => s.replaceAll(/^[\w-]+: /gm, "") },
    /the values without their names/,
  ],
  "names in capital letters": [
    { signs: (s) => s.replaceAll(/^[\w-]+(?=: )/gm, (name) => name.toUpperCase()) },
    /names in the signing string are lower-case/,
  ],
  "one name in another letter case": [
    { signs: (s) => s.replace("\nx-request-id:", "\nX-Request-Id:") },
    /signed "X-Request-Id: [^"]*", the server saw "x-request-id: /,
  ],
  "one name with underscores": [
    { signs: (s) => s.replace("\npsu-id:", "\npsu_id:") },
    /names are written as in the headers part, with hyphens/,
  ],
  "the headers as JSON": [
    { signs: (s) => JSON.stringify(Object.fromEntries(s.split("\n").map(splitLine))) },
    /the headers as JSON: the signing string is plain text/,
  ],
  "another order": [
    { signs: (s) => s.split("\n").reverse().join("\n") },
    /the order of the headers part/,
  ],
  "a line left out": [
    { signs: (s) => s.replace(/\npsu-id: .*/, "") },
    /every name of the headers part has its line/,
  ],
  "a line too many": [
    { signs: (s) => `${s}\ncontent-type: application/json` },
    /only names of the headers part have a line/,
  ],
  "a line for a header that is not sent": [
    { signs: (s) => s.replace("\ntpp-r", "\npsu-corporate-id: \ntpp-r") },
    /a header that is not sent has no line/,
  ],
  "values in quotes": [
    { signs: (s) => s.replaceAll(/: (.*)$/gm, ': "$1"') },
    /values are signed without quotes/,
  ],
  "a UUID in lower case": [
    { signs: put("psu-id", (right) => right.toLowerCase()) },
    /psu-id: [0-9a-f-]{36}.*exactly as they are sent/s,
  ],
  "UTF-16": [{ signs: (s) => Buffer.from(s, "utf16le") }, /signed the string in UTF-16/],
  "the body": [{ signs: () => body }, /signed the body/i],
  "the string in base64": [
    { signs: (s) => Buffer.from(s).toString("base64") },
    /base64 is for the signature/,
  ],
  "a hash of the string": [
    { signs: (s) => hash(s) },
    /the hash of the string, which was then hashed again/,
  ],
  "the lines in quotes": [{ signs: (s) => `"${s}"` }, /the string in quotes/],
  "lines joined by spaces": [{ signs: (s) => s.replaceAll("\n", " ") }, /lines joined by spaces/],
  "a backslash and an n between the lines": [
    { signs: (s) => s.replaceAll("\n", "\\n") },
    /a backslash and an n between/,
  ],
  "empty lines between the lines": [
    { signs: (s) => s.replaceAll("\n", "\n\n") },
    /an empty line between the lines/,
  ],
  "a carriage return between the lines": [
    { signs: (s) => s.replaceAll("\n", "\r") },
    /lines separated by a carriage return:/,
  ],
  "a space before the colon": [
    { signs: (s) => s.replaceAll(/^([\w-]+): /gm, "$1 : ") },
    /a space before the colon/,
  ],
  "a space at the start": [{ signs: (s) => ` ${s}` }, /whitespace before the first line/],
  "a space at the end": [{ signs: (s) => `${s} ` }, /a space after the last line or after/],
  "everything in lower case": [{ signs: (s) => s.toLowerCase() }, /the whole string in lower case/],
  "everything in upper case": [{ signs: (s) => s.toUpperCase() }, /the whole string in upper case/],
  "a byte order mark": [{ signs: (s) => `\uFEFF${s}` }, /a byte order mark before/],
  "the Digest alone": [{ signs: (_s, { digest = "" }) => digest }, /the value of Digest alone/],
  "the string and the body": [{ signs: (s) => `${s}\n${body}` }, /the string with the body after/],
  "the list of names": [{ signs: () => candidates.join(" ") }, /signed the list of names/],
  "an empty string": [{ signs: () => "" }, /signed an empty string/],
  "a hash in hexadecimal": [
    { signs: (s) => hash(s).toString("hex") },
    /the hexadecimal hash of the string/,
  ],
  "a hash in base64": [
    { signs: (s) => hash(s).toString("base64") },
    /the base64 hash of the string/,
  ],
};
