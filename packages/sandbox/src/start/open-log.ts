import { existsSync, fstatSync, openSync, renameSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationRefused } from "@varde/bank";
import { type DestinationStream, destination } from "pino";
import type { Settings } from "./settings.ts";

const logFileName = "varde.log";

/** A log file that has grown to this size is renamed, and the oldest one is replaced. */
const fileBytesMax = 50 * 1024 * 1024;
const olderFilesMax = 4;

/** Limits of the write buffer: lines are written after this time or this many characters. */
const bufferedMs = 500;
const charactersMax = 16_384;

/** Opens the log. Writes are buffered, so that a request does not wait for the disk. */
export const openLog = (
  logTo: Settings["logTo"],
  dataFolder: string,
  bytesMax = fileBytesMax,
): DestinationStream & { flush(): void } => {
  if (logTo === "none") return { write: () => undefined, flush: () => undefined };
  if (logTo === "stdout") return bufferLines(openStream(1));
  return bufferLines(new RotatingFile(join(dataFolder, logFileName), bytesMax));
};

const openStream = (descriptor: number): ReturnType<typeof destination> => {
  const stream = destination({ dest: descriptor, sync: false });
  stream.once("error", reportLostLog);
  // Later errors have the same cause; without a listener they would end the process.
  stream.on("error", () => undefined);
  return stream;
};

/** A file that is renamed to `.1` when it is full, `.1` to `.2`, and so on. */
class RotatingFile {
  readonly #path: string;
  readonly #bytesMax: number;
  #stream: ReturnType<typeof destination>;
  #bytes: number;

  constructor(path: string, bytesMax: number) {
    this.#path = path;
    this.#bytesMax = bytesMax;
    const descriptor = openFile(path);
    this.#bytes = fstatSync(descriptor).size;
    this.#stream = openStream(descriptor);
  }

  write(lines: string): void {
    if (this.#bytes >= this.#bytesMax) this.#rotate();
    this.#bytes += Buffer.byteLength(lines);
    this.#stream.write(lines);
  }

  flushSync(): void {
    this.#stream.flushSync();
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
      const full = this.#stream;
      this.#stream = openStream(openFile(this.#path));
      full.end();
    } catch (error) {
      reportLostLog(error as NodeJS.ErrnoException);
    }
  }
}

/**
 * Writes lines in groups, because one stream write per line costs more than the line itself.
 * Buffered lines are written when the process exits by itself.
 */
const bufferLines = (stream: { write(lines: string): unknown; flushSync(): void }) => {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const writeBuffered = () => {
    clearTimeout(timer);
    timer = undefined;
    process.off("beforeExit", writeBuffered).off("exit", flush);
    if (lines !== "") stream.write(lines);
    lines = "";
  };
  const flush = () => {
    writeBuffered();
    stream.flushSync();
  };
  const wait = () => {
    timer = setTimeout(writeBuffered, bufferedMs).unref();
    // Prepended, because the stream closes its file in its own exit listener.
    process.prependListener("beforeExit", writeBuffered).prependListener("exit", flush);
  };
  return {
    write: (line: string) => {
      lines += line;
      if (lines.length >= charactersMax) writeBuffered();
      else if (timer === undefined) wait();
    },
    flush,
  };
};

/** Opens the file synchronously: a stream that is still opening its file cannot be flushed. */
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

/** Reports on stderr that the log cannot be written, for example on a full disk. */
const reportLostLog = (error: NodeJS.ErrnoException): void => {
  process.stderr.write(`varde: the log cannot be written (${error.code ?? error.message}).\n`);
};
