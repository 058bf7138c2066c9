import { type Parsed, parsed, unparsable } from "../parsed.ts";
import { decodeHeaderText } from "./header-text.ts";

/** The headers a signature has to cover whenever the request carries them; `date` always. */
export const candidateHeaders = [
  "date",
  "digest",
  "x-request-id",
  "psu-id",
  "psu-corporate-id",
  "tpp-redirect-uri",
] as const;

export const requestTargetName = "(request-target)";

/** What a signing string is built from. Header names are asked for in lower case. */
export interface SignedMessage {
  readonly method: string;
  /** Path with query, as sent. */
  readonly target: string;
  header(name: string): string | undefined;
}

/** One line's name and value, before they are joined. */
export type SigningLine = readonly [name: string, value: string];

/** Only what HTTP calls optional whitespace; `trim` would also take a non-breaking blank. */
const trimBlanks = (value: string): string => {
  let start = 0;
  let end = value.length;
  while (value[start] === " " || value[start] === "\t") start++;
  while (end > start && (value[end - 1] === " " || value[end - 1] === "\t")) end--;
  return value.slice(start, end);
};

export const buildSigningLines = (
  names: readonly string[],
  message: SignedMessage,
): Parsed<readonly SigningLine[]> => {
  const lines: SigningLine[] = [];
  for (const name of names) {
    const value = signedValue(name, message);
    if (value === undefined) return notCarried(name);
    lines.push([name, value]);
  }
  return parsed(lines);
};

const signedValue = (name: string, message: SignedMessage): string | undefined => {
  if (name === requestTargetName) return `${message.method.toLowerCase()} ${message.target}`;
  const value = message.header(name);
  return value === undefined ? undefined : trimBlanks(decodeHeaderText(value));
};

const notCarried = (name: string) => unparsable(`lists ${name}, which the message does not carry`);

/** Lines joined as the interface has it: name, colon, blank, value; newlines only in between. */
export const joinSigningLines = (lines: readonly SigningLine[]): string =>
  lines.map(([name, value]) => `${name}: ${value}`).join("\n");

/**
 * The text a signature is made over, to be signed as UTF-8.
 *
 * @example
 * buildSigningString(["date"], { method: "GET", target: "/v1/accounts", header: () => "Sun, …" });
 * // { ok: true, value: "date: Sun, …" }
 */
export const buildSigningString = (
  names: readonly string[],
  message: SignedMessage,
): Parsed<string> => {
  let text = "";
  for (const name of names) {
    const value = signedValue(name, message);
    if (value === undefined) return notCarried(name);
    text += `${text === "" ? "" : "\n"}${name}: ${value}`;
  }
  return parsed(text);
};

/** The names a signature leaves out although it has to cover them. */
export const coveredHeadersMissing = (
  names: readonly string[],
  present: { has(name: string): boolean },
): readonly string[] =>
  candidateHeaders.filter(
    (name) => (name === "date" || present.has(name)) && !names.includes(name),
  );
