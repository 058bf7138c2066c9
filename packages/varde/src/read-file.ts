import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
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

/**
 * Refuses a path at which there is a file already: nothing of the user's is overwritten. Called
 * before the work, so that its result is not lost. Pipes and devices can be written to.
 */
export const refuseExistingFile = (path: string): void => {
  if (existsSync(path) && !isStream(path)) throw existing(path);
};

/** Writes a new file. */
export const writeFileText = (path: string, text: string): void => {
  try {
    writeFileSync(path, text, { flag: isStream(path) ? "w" : "wx" });
  } catch (cause) {
    const code = codeOf(cause);
    if (code === "EEXIST") throw existing(path);
    throw new CommandFailed(`Cannot write ${path} (${code}).`, { cause });
  }
};

const isStream = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
};

const existing = (path: string): CommandFailed =>
  new CommandFailed(
    `${path} exists already and was left as it is; remove it, or give another name.`,
  );

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error);
