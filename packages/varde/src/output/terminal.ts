import { randomInt } from "node:crypto";
import { styleText } from "node:util";
import { formatTable } from "./format-table.ts";

const styles = ["bold", "dim", "green", "red", "yellow", "cyan"] as const;
type Style = (typeof styles)[number];

/** A line, or several. A line break inside a text is printed as a visible escape. */
export type Lines = string | readonly string[];

/** Where a command prints. */
export interface Output {
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * The output of a command. Results go to standard output and notes to standard error, so that a
 * script reads only the results.
 */
export interface Terminal {
  readonly isJson: boolean;
  readonly isInteractive: boolean;
  /** Prints lines of the result, unless the result is JSON. */
  line(lines?: Lines): void;
  /** Prints rows under headings as wide as the terminal; right columns are aligned to the right. */
  table(
    headings: readonly string[],
    rows: readonly (readonly string[])[],
    right?: readonly number[],
  ): void;
  /** Prints the whole result, if it is JSON. */
  json(value: unknown): void;
  /** Prints one of several results on a line of its own, if they are JSON. */
  jsonLine(value: unknown): void;
  /** Prints what is being done or waited for; with JSON only the facts, if there are any. */
  note(lines: Lines, facts?: object): void;
  /** Returns the text in a style, for what is printed here; outside texts cannot imitate this. */
  paint(style: Style, text: string): string;
}

/**
 * A style begins and ends with a private-use character until it is printed. Only this process knows
 * which ones, so a text from outside cannot contain them.
 */
const firstMark = 0xf_0000 + randomInt(0xf000);
const marks = styles.flatMap((_, at) => [
  String.fromCodePoint(firstMark + 2 * at),
  String.fromCodePoint(firstMark + 2 * at + 1),
]);

const paint = (style: Style, text: string): string => {
  const at = 2 * styles.indexOf(style);
  return `${marks[at]}${text}${marks[at + 1]}`;
};

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * Writes characters that a terminal obeys, that turn the direction of text or that cannot be seen
 * as JSON does: much that is printed comes from banks, TPPs and files. Our own styles stay.
 */
export const escapeInvisible = (text: string): string =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    if (marks.includes(character)) return character;
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? character.split("").map(escapeUnit).join("") : escaped;
  });

/** Formats lines for a stream, which understands styles or does not. */
export const formatLines = (lines: Lines, stream: NodeJS.WritableStream): string => {
  const sequences = styles.flatMap((style) => styleText(style, "x", { stream }).split("x"));
  return (typeof lines === "string" ? [lines] : lines)
    .map((line) =>
      marks.reduce(
        (text, mark, at) => text.replaceAll(mark, sequences[at] ?? ""),
        `${escapeInvisible(line)}\n`,
      ),
    )
    .join("");
};

/** JSON has one value for a character and its escape. */
const formatJson = (value: unknown, indent?: number): string =>
  `${JSON.stringify(value, undefined, indent).split("\n").map(escapeInvisible).join("\n")}\n`;

export const openTerminal = (isJson: boolean, { stdout, stderr }: Output = process): Terminal => ({
  isJson,
  isInteractive: stdout.isTTY === true && stderr.isTTY === true,
  line: (lines = "") => {
    if (!isJson) stdout.write(formatLines(lines, stdout));
  },
  table: (headings, rows, right = []) => {
    if (isJson) return;
    // A script that reads the output gets whole values. Some terminals have no known width.
    const widthMax = stdout.isTTY === true ? stdout.columns || undefined : undefined;
    const shown = rows.map((cells) => cells.map(escapeInvisible));
    stdout.write(formatLines(formatTable(headings, shown, { right, widthMax }), stdout));
  },
  json: (value) => {
    if (isJson) stdout.write(formatJson(value, 2));
  },
  jsonLine: (value) => {
    if (isJson) stdout.write(formatJson(value));
  },
  note: (lines, facts) => {
    const dimmed = (typeof lines === "string" ? [lines] : lines).map((text) => paint("dim", text));
    if (!isJson) stderr.write(formatLines(dimmed, stderr));
    else if (facts !== undefined) stderr.write(formatJson(facts));
  },
  paint,
});
