import { closeSync, existsSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationRefused, type LogTarget, LogWriter, openStdoutLog } from "@varde/bank";
import type { Settings } from "./settings.ts";

const logFileName = "varde.log";

/** A log file that has grown to this size is renamed, and the oldest one is replaced. */
const fileBytesMax = 50 * 1024 * 1024;
const olderFilesMax = 4;

/** Opens the log that the settings name. */
export const openLog = (
  logTo: Settings["logTo"],
  dataFolder: string,
  bytesMax = fileBytesMax,
): Pick<LogWriter, "write" | "flush"> => {
  if (logTo === "none") return { write: () => undefined, flush: () => undefined };
  if (logTo === "stdout") return openStdoutLog();
  return new LogWriter(new RotatingFile(join(dataFolder, logFileName), bytesMax));
};

/** A file that is renamed to `.1` when it is full, `.1` to `.2`, and so on. */
class RotatingFile implements LogTarget {
  readonly pieceBytesMax = 65_536;
  readonly #path: string;
  readonly #bytesMax: number;
  #descriptor: number;
  #bytes: number;

  constructor(path: string, bytesMax: number) {
    this.#path = path;
    this.#bytesMax = bytesMax;
    this.#descriptor = openFile(path);
    this.#bytes = fstatSync(this.#descriptor).size;
  }

  write(piece: Buffer, continues: boolean): number {
    if (this.#bytes >= this.#bytesMax && !continues) this.#rotate();
    const bytes = writeSync(this.#descriptor, piece);
    this.#bytes += bytes;
    return bytes;
  }

  /** Reports on stderr that the log cannot be written, for example on a full disk. */
  onFailure({ code, message }: NodeJS.ErrnoException): void {
    process.stderr.write(`varde: the log cannot be written (${code ?? message}).\n`);
  }

  /** Continues in the same file if it cannot be renamed. */
  #rotate(): void {
    this.#bytes = 0;
    try {
      for (let age = olderFilesMax - 1; age > 0; age -= 1) {
        const older = `${this.#path}.${age}`;
        if (existsSync(older)) renameSync(older, `${this.#path}.${age + 1}`);
      }
      renameSync(this.#path, `${this.#path}.1`);
      const full = this.#descriptor;
      this.#descriptor = openFile(this.#path);
      closeSync(full);
    } catch (error) {
      this.onFailure(error as NodeJS.ErrnoException);
    }
  }
}

const openFile = (path: string): number => {
  try {
    return openSync(path, "a", 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationRefused(
      `The log file ${path} cannot be written (${code}); check its permissions, or set VARDE_LOG.`,
    );
  }
};
