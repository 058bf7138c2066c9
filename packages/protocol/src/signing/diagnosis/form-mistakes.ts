import crypto from "node:crypto";
import { otherJson } from "../other-json.ts";
import { joinSigningLines } from "../signing-string.ts";
import { type FormMistake, joinWith, type Lines, type SignatureEvidence } from "./mistake.ts";

const hashNames = ["sha256", "sha512"] as const;

const lineValues = (lines: Lines, name: string): string[] =>
  lines.filter((line) => line[0] === name).map((line) => line[1]);

/** Writes the lines as JSON: an object, a list of pairs or of lines, or one string. */
function* writeJson(lines: Lines, { reader }: SignatureEvidence): Generator<string> {
  const fields = Object.fromEntries(lines);
  const text = JSON.stringify(fields);
  yield text;
  for (const indent of [2, 4, "\t"]) yield JSON.stringify(fields, undefined, indent);
  for (const [, write] of otherJson) yield* write(text, reader);
  yield JSON.stringify(lines);
  yield JSON.stringify(lines.map(([name, value]) => ({ [name]: value })));
  yield JSON.stringify(lines.map(([name, value]) => `${name}: ${value}`));
  yield JSON.stringify(joinSigningLines(lines));
}

/** Mistakes in turning correct lines into bytes, most likely first. */
export const formMistakes: readonly FormMistake[] = [
  {
    mistake: "trailing-newline",
    signed: "a newline after the last line",
    why: "newlines only separate lines",
    forms: (lines) => [`${joinSigningLines(lines)}\n`],
  },
  {
    mistake: "crlf",
    signed: "lines separated by carriage return and newline",
    why: "lines are separated by a newline alone",
    forms: (lines) => [joinWith(lines, ": ", "\r\n"), `${joinWith(lines, ": ", "\r\n")}\r\n`],
  },
  {
    mistake: "carriage-return",
    signed: "lines separated by a carriage return",
    why: "lines are separated by a newline alone",
    forms: (lines) => [joinWith(lines, ": ", "\r")],
  },
  {
    mistake: "escaped-newline",
    signed: "a backslash and an n between the lines",
    why: "lines are separated by a real newline",
    forms: (lines) => [joinWith(lines, ": ", "\\n"), joinWith(lines, ": ", "\\r\\n")],
  },
  {
    mistake: "joined-by-comma",
    signed: "the lines joined by commas",
    why: "lines are separated by a newline",
    forms: (lines) => [joinWith(lines, ": ", ","), joinWith(lines, ": ", ", ")],
  },
  {
    mistake: "joined-by-space",
    signed: "the lines joined by spaces",
    why: "lines are separated by a newline",
    forms: (lines) => [joinWith(lines, ": ", " ")],
  },
  {
    mistake: "joined-without-newline",
    signed: "the lines joined without a separator",
    why: "lines are separated by a newline",
    forms: (lines) => [joinWith(lines, ": ", "")],
  },
  {
    mistake: "empty-line-between",
    signed: "an empty line between the lines",
    why: "lines are separated by one newline",
    forms: (lines) => [joinWith(lines, ": ", "\n\n")],
  },
  {
    mistake: "no-space-after-colon",
    signed: "no space after the colon",
    why: "a line is name, colon, space, value",
    forms: (lines) => [joinWith(lines, ":", "\n")],
  },
  {
    mistake: "space-before-colon",
    signed: "a space before the colon",
    why: "a line is name, colon, space, value",
    forms: (lines) => [joinWith(lines, " : ", "\n"), joinWith(lines, " :", "\n")],
  },
  {
    mistake: "equals-sign",
    signed: "an equals sign between name and value",
    why: "a line is name, colon, space, value",
    forms: (lines) => [joinWith(lines, "=", "\n"), joinWith(lines, "=", "&")],
  },
  {
    mistake: "values-only",
    signed: "the values without their names",
    why: "each line starts with the header's name",
    forms: (lines) => ["\n", "", " ", ","].map((eol) => lines.map((line) => line[1]).join(eol)),
  },
  {
    mistake: "leading-whitespace",
    signed: "whitespace before the first line",
    why: "the string starts with the first header's name",
    forms: (lines) => [`\n${joinSigningLines(lines)}`, ` ${joinSigningLines(lines)}`],
  },
  {
    mistake: "trailing-space",
    signed: "a space after the last line or after every line",
    why: "a line ends with its value",
    forms: (lines) => [`${joinSigningLines(lines)} `, joinWith(lines, ": ", " \n")],
  },
  {
    mistake: "string-quoted",
    signed: "the string in quotes",
    why: "the string is signed without quotes",
    forms: (lines) => [`"${joinSigningLines(lines)}"`, `'${joinSigningLines(lines)}'`],
  },
  {
    mistake: "string-lower-cased",
    signed: "the whole string in lower case",
    why: "only names are lower-case; values are signed as sent",
    forms: (lines) => [joinSigningLines(lines).toLowerCase()],
  },
  {
    mistake: "string-upper-cased",
    signed: "the whole string in upper case",
    why: "names are lower-case and values are signed as sent",
    forms: (lines) => [joinSigningLines(lines).toUpperCase()],
  },
  {
    mistake: "double-hash",
    signed: "the hash of the string, which was then hashed again",
    why: "RSA-SHA256 hashes its input, so pass it the string",
    forms: (lines) => hashNames.map((name) => crypto.hash(name, joinSigningLines(lines), "buffer")),
  },
  {
    mistake: "hash-as-hex",
    signed: "the hexadecimal hash of the string",
    why: "RSA-SHA256 hashes its input, so pass it the string",
    forms: (lines) =>
      hashNames
        .map((name) => crypto.hash(name, joinSigningLines(lines), "hex"))
        .flatMap((hex) => [hex, hex.toUpperCase()]),
  },
  {
    mistake: "hash-as-base64",
    signed: "the base64 hash of the string",
    why: "RSA-SHA256 hashes its input, so pass it the string",
    forms: (lines) => hashNames.map((name) => crypto.hash(name, joinSigningLines(lines), "base64")),
  },
  {
    mistake: "string-as-base64",
    signed: "base64 of the string",
    why: "the string itself is signed; base64 is for the signature",
    forms: (lines) => [Buffer.from(joinSigningLines(lines)).toString("base64")],
  },
  {
    mistake: "utf-16",
    signed: "the string in UTF-16",
    why: "the string is signed as UTF-8",
    forms: (lines) => {
      const bytes = Buffer.from(joinSigningLines(lines), "utf16le");
      return [bytes, Buffer.from(bytes).swap16()];
    },
  },
  {
    mistake: "latin-1",
    signed: "the string in ISO-8859-1",
    why: "the string is signed as UTF-8",
    forms: (lines) => [Buffer.from(joinSigningLines(lines), "latin1")],
  },
  {
    mistake: "string-as-json",
    signed: "the headers as JSON",
    why: "the signing string is plain text, with a line for each header: name, colon, space, value",
    isBulky: true,
    forms: writeJson,
  },
  {
    mistake: "byte-order-mark",
    signed: "a byte order mark before the first line",
    why: "the string starts with the first header's name",
    forms: (lines) => [`\uFEFF${joinSigningLines(lines)}`],
  },
  {
    mistake: "digest-value-only",
    signed: "the value of Digest alone",
    why: "the lines of all listed headers are signed",
    forms: (lines) =>
      lineValues(lines, "digest").flatMap((value) => [value, value.replace(/^[^=]*=/, "")]),
  },
  {
    mistake: "body",
    signed: "the body",
    why: "the lines of the listed headers are signed; Digest represents the body",
    forms: (_lines, { body }) => (body.length > 0 ? [body] : []),
  },
  {
    mistake: "body-appended",
    signed: "the string with the body after it",
    why: "Digest represents the body",
    forms: (lines, { body }) =>
      body.length === 0
        ? []
        : ["\n", "\n\n", ""].map((eol) =>
            Buffer.concat([Buffer.from(joinSigningLines(lines) + eol), body]),
          ),
  },
  {
    mistake: "header-list",
    signed: "the list of names",
    why: "the lines of the listed headers are signed",
    forms: (lines) => [lines.map((line) => line[0]).join(" ")],
  },
  {
    mistake: "nothing",
    signed: "an empty string",
    why: "the lines of the listed headers are signed",
    forms: () => [""],
  },
];
