import { joinSigningLines, type SignedMessage, type SigningLine } from "../signing-string.ts";

/** All that is known about a request whose signature did not verify. */
export interface SignatureEvidence extends SignedMessage {
  /** Names of the headers the request carries, lower-case. */
  readonly presentNames: readonly string[];
  readonly body: Uint8Array;
}

export type Lines = readonly SigningLine[];

/** A mistake in what the lines say: other lines, or other names and values in them. */
export interface LineMistake {
  readonly mistake: string;
  /** Why it is wrong; follows "you signed X, the server saw Y: ". */
  readonly why: string;
  /** True when there are so many variants that they are not combined with other mistakes. */
  readonly isBulky?: boolean;
  variants(lines: Lines, evidence: SignatureEvidence): Iterable<Lines>;
}

/** A mistake in how the lines become bytes. */
export interface FormMistake {
  readonly mistake: string;
  /** What was signed; follows "you signed ". */
  readonly signed: string;
  readonly why: string;
  forms(lines: Lines, evidence: SignatureEvidence): Iterable<string | Uint8Array>;
}

export const joinWith = (lines: Lines, separator: string, newline: string): string =>
  lines.map(([name, value]) => `${name}${separator}${value}`).join(newline);

export const stringOf = joinSigningLines;

/** The lines with one header's value replaced by each of the alternatives that differ from it. */
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

/** A change to values, made to each line alone and to all of them at once. */
export function* changeValues(lines: Lines, change: (value: string) => string): Generator<Lines> {
  for (const [name] of lines) yield* replaceValue(lines, name, (value) => [change(value)]);
  yield lines.map(([name, value]): SigningLine => [name, change(value)]);
}
