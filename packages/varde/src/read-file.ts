import { readFileSync, writeFileSync } from "node:fs";
import { CommandFailed, UsageError } from "./command.ts";

/** Reads a file that an argument or option names; `-` is the standard input. */
export const readFileBytes = (path: string): Buffer => {
  try {
    return readFileSync(path === "-" ? 0 : path);
  } catch (cause) {
    throw new UsageError(`cannot read ${path} (${codeOf(cause)})`, { cause });
  }
};

export const readFileText = (path: string): string => readFileBytes(path).toString();

/** Reads a file of JSON. The caller or the sandbox checks its content. */
export const readFileJson = (path: string): unknown => {
  const text = readFileText(path);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`cannot read ${path} as JSON (${(cause as Error).message})`, { cause });
  }
};

export const writeFileText = (path: string, text: string): void => {
  try {
    writeFileSync(path, text);
  } catch (cause) {
    throw new CommandFailed(`Cannot write ${path} (${codeOf(cause)}).`, { cause });
  }
};

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
