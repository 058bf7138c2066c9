import { styleText } from "node:util";
import { formatTable } from "./format-table.ts";

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan";

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
  /** Prints a line of the result, unless the result is JSON. */
  line(text?: string): void;
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
  note(text: string, facts?: object): void;
  paint(style: Style, text: string): string;
}

/** The sequences of `paint` and `note`, without their first character. */
const ownSequences = ["[1m", "[2m", "[22m", "[31m", "[32m", "[33m", "[36m", "[39m"];

/**
 * Replaces control characters, which a terminal obeys, and those that turn the direction of text:
 * much that is printed comes from banks, TPPs and files. Line breaks and our own colours stay.
 */
export const hideControls = (given: string): string => {
  const text = given.replaceAll("\r", "");
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g,
    (character: string, at: number) => {
      const isOwn = ownSequences.some((sequence) => text.startsWith(sequence, at + 1));
      return character === "\u001b" && isOwn ? character : "\ufffd";
    },
  );
};

export const openTerminal = (isJson: boolean, { stdout, stderr }: Output = process): Terminal => ({
  isJson,
  isInteractive: stdout.isTTY === true && stderr.isTTY === true,
  line: (text = "") => {
    if (!isJson) stdout.write(`${hideControls(text)}\n`);
  },
  table: (headings, rows, right = []) => {
    if (isJson) return;
    // A script that reads the output gets whole values. Some terminals have no known width.
    const widthMax = stdout.isTTY === true ? stdout.columns || undefined : undefined;
    for (const each of formatTable(headings, rows, { right, widthMax })) {
      stdout.write(`${hideControls(each)}\n`);
    }
  },
  json: (value) => {
    if (isJson) stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
  },
  jsonLine: (value) => {
    if (isJson) stdout.write(`${JSON.stringify(value)}\n`);
  },
  note: (text, facts) => {
    const line = styleText("dim", hideControls(text), { stream: stderr });
    if (!isJson) stderr.write(`${line}\n`);
    else if (facts !== undefined) stderr.write(`${JSON.stringify(facts)}\n`);
  },
  paint: (style, text) => styleText(style, text, { stream: stdout }),
});
