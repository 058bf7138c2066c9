import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const pollMs = 300;

/** Returns the last complete lines of a file, and the size up to their end. */
export const lastLines = (
  file: string,
  count: number,
): { readonly lines: readonly string[]; readonly size: number } => {
  const bytes = readFileSync(file);
  const lines = bytes.toString("utf8").split("\n");
  const whole = lines.slice(0, -1);
  const rest = Buffer.byteLength(lines.at(-1) ?? "");
  return { lines: count === 0 ? [] : whole.slice(-count), size: bytes.length - rest };
};

/** Calls onLine for each line that is added after `from`, until the process ends. */
export const followLines = async (
  file: string,
  from: number,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  let at = from;
  while (!signal.aborted) {
    const { size } = statSync(file);
    // A file that became shorter was replaced.
    if (size < at) at = 0;
    if (size > at) {
      const text = readFrom(file, at);
      const end = text.lastIndexOf("\n") + 1;
      for (const line of text.slice(0, end).split("\n").slice(0, -1)) onLine(line);
      at += Buffer.byteLength(text.slice(0, end));
    }
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
};

const readFrom = (file: string, at: number): string => {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(fstatSync(handle).size - at);
    const length = readSync(handle, bytes, 0, bytes.length, at);
    return bytes.subarray(0, length).toString("utf8");
  } finally {
    closeSync(handle);
  }
};
