import type { Reader } from "../../reader.ts";
import type { SignedMessage, SigningLine } from "../signing-string.ts";

/** The facts about a request whose signature did not verify. */
export interface SignatureEvidence extends SignedMessage {
  /** The names of the request's headers, in lower case. */
  readonly presentNames: readonly string[];
  readonly body: Uint8Array;
  readonly reader: Reader;
}

export type Lines = readonly SigningLine[];

/** A mistake in the content of the lines: wrong lines, names or values. */
export interface LineMistake {
  readonly mistake: string;
  /** Why it is wrong; continues "You signed X, the server saw Y: ". */
  readonly why: string;
  /** True if there are too many variants to combine them with other mistakes. */
  readonly isBulky?: boolean;
  variants(lines: Lines, evidence: SignatureEvidence): Iterable<Lines>;
}

/** A mistake in turning the lines into bytes. */
export interface FormMistake {
  readonly mistake: string;
  /** The text that was signed; continues "You signed ". */
  readonly signed: string;
  readonly why: string;
  /** True if there are too many forms to combine them with other mistakes. */
  readonly isBulky?: boolean;
  forms(lines: Lines, evidence: SignatureEvidence): Iterable<string | Uint8Array>;
}

export const joinWith = (lines: Lines, separator: string, newline: string): string =>
  lines.map(([name, value]) => `${name}${separator}${value}`).join(newline);

/** Yields the lines with the value of one header replaced by each alternative that differs. */
export function* replaceValue(
  lines: Lines,
  name: string,
  alternatives: (value: string) => Iterable<string>,
): Generator<Lines> {
  const current = lines.find((line) => line[0] === name)?.[1];
  if (current === undefined) return;
  for (const value of alternatives(current)) {
    if (value === current) continue;
    yield lines.map((line): SigningLine => (line[0] === name ? [name, value] : line));
  }
}

/** Applies a change to the value of each line alone, and to all of them at once. */
export function* changeValues(lines: Lines, change: (value: string) => string): Generator<Lines> {
  for (const [name] of lines) yield* replaceValue(lines, name, (value) => [change(value)]);
  yield lines.map(([name, value]): SigningLine => [name, change(value)]);
}

/** Builds a mistake that signs a different value for one header. */
export const valueMistake = (
  mistake: string,
  name: string,
  why: string,
  alternatives: (value: string, evidence: SignatureEvidence) => Iterable<string>,
  isBulky = false,
): LineMistake => ({
  mistake,
  why,
  isBulky,
  variants: (lines: Lines, evidence) =>
    replaceValue(lines, name, (value) => alternatives(value, evidence)),
});
