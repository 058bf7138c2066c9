import { styleText } from "node:util";

type Style = "bold" | "dim" | "green" | "red" | "yellow" | "cyan";
type Out = Pick<NodeJS.WriteStream, "write" | "isTTY">;

/**
 * Where a command speaks. Results go to standard output, what happens on the way to standard error,
 * so that a script reads the first and a person both.
 */
export interface Terminal {
  readonly isJson: boolean;
  readonly isInteractive: boolean;
  /** A line of the result; nothing when the result is JSON. */
  line(text?: string): void;
  /** The whole result as JSON, when it was asked for. */
  json(value: unknown): void;
  /** What is being done or waited for. */
  note(text: string): void;
  paint(style: Style, text: string): string;
}

export const openTerminal = (
  isJson: boolean,
  stdout: Out & NodeJS.WritableStream = process.stdout,
  stderr: Out & NodeJS.WritableStream = process.stderr,
): Terminal => ({
  isJson,
  isInteractive: stdout.isTTY === true && stderr.isTTY === true,
  line: (text = "") => {
    if (!isJson) stdout.write(`${text}\n`);
  },
  json: (value) => {
    if (isJson) stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
  },
  note: (text) => {
    stderr.write(`${styleText("dim", text, { stream: stderr })}\n`);
  },
  paint: (style, text) => styleText(style, text, { stream: stdout }),
});
