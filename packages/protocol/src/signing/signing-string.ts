import { Invalid } from "../invalid.ts";
import { decodeHeaderText } from "./header-text.ts";

/** The headers that a signature must cover if the request has them; `date` always. */
export const candidateHeaders = [
  "date",
  "digest",
  "x-request-id",
  "psu-id",
  "psu-corporate-id",
  "tpp-redirect-uri",
] as const;

export const requestTargetName = "(request-target)";

/** The message that a signing string is built from. `header` takes names in lower case. */
export interface SignedMessage {
  readonly method: string;
  /** Path with query, as sent. */
  readonly target: string;
  header(name: string): string | undefined;
}

/** The name and value of a line, before they are joined. */
export type SigningLine = readonly [name: string, value: string];

/** Removes HTTP's optional whitespace only; `trim` would also remove a non-breaking space. */
const trimWhitespace = (value: string): string => {
  let start = 0;
  let end = value.length;
  while (value[start] === " " || value[start] === "\t") start++;
  while (end > start && (value[end - 1] === " " || value[end - 1] === "\t")) end--;
  return value.slice(start, end);
};

export const buildSigningLines = (
  names: readonly string[],
  message: SignedMessage,
): readonly SigningLine[] | Invalid => {
  const lines: SigningLine[] = [];
  for (const name of names) {
    const value = signedValue(name, message);
    if (value === undefined) return refuseAbsent(name);
    lines.push([name, value]);
  }
  return lines;
};

const signedValue = (name: string, message: SignedMessage): string | undefined => {
  if (name === requestTargetName) return `${message.method.toLowerCase()} ${message.target}`;
  const value = message.header(name);
  return value === undefined ? undefined : trimWhitespace(decodeHeaderText(value));
};

const refuseAbsent = (name: string) =>
  new Invalid(`lists ${name}, which the message does not have`);

/** Joins lines as the interface requires: name, colon, space, value; newlines only in between. */
export const joinSigningLines = (lines: readonly SigningLine[]): string =>
  lines.map(([name, value]) => `${name}: ${value}`).join("\n");

/**
 * Builds the signing string, which is signed as UTF-8.
 *
 * @example
 * buildSigningString(["date"], { method: "GET", target: "/v1/accounts", header: () => "Sun, …" });
 * // "date: Sun, …"
 */
export const buildSigningString = (
  names: readonly string[],
  message: SignedMessage,
): string | Invalid => {
  let text = "";
  for (const name of names) {
    const value = signedValue(name, message);
    if (value === undefined) return refuseAbsent(name);
    text += `${text === "" ? "" : "\n"}${name}: ${value}`;
  }
  return text;
};

/** Returns the headers that the signature must cover but does not. */
export const coveredHeadersMissing = (
  names: readonly string[],
  present: { has(name: string): boolean },
): readonly string[] =>
  candidateHeaders.filter(
    (name) => (name === "date" || present.has(name)) && !names.includes(name),
  );
