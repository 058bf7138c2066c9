import { constants, fstatSync, openSync, writeSync } from "node:fs";

/** The file or pipe that a log is written to. */
export interface LogTarget {
  /** The most bytes of a write; a line is divided only if it is longer. */
  readonly pieceBytesMax: number;
  /**
   * Writes bytes without waiting, and returns how many were written. Throws if there were none.
   * Whole lines begin at the start of a piece, unless it continues the one before.
   */
  write(piece: Buffer, continues: boolean): number;
  /** Called when writing begins to fail. */
  onFailure?(error: NodeJS.ErrnoException): void;
}

/** Lines are written at the end of the turn, or when there are this many characters. */
const charactersAtOnce = 16_384;
/** Lines wait in memory up to this size, while the log cannot be written. */
const charactersMax = 4 * 1024 * 1024;
const retryMs = 250;
/** How long a process that exits waits for a reader that takes nothing. */
const exitWaitMsMax = 500;
const exitRetryMs = 5;
const warnLevel = 40;

/** Writers that have lines when the process exits. */
const unwritten = new Set<LogWriter>();
let isWatchingExit = false;
let lostCount = 0;

/** Returns how many lines of this process were lost. */
export const countLostLines = (): number => lostCount;

/**
 * Writes lines in order, a few at a time, by synchronous writes that do not wait. While they fail,
 * because a disk is full or nobody reads the pipe, lines wait in bounded memory. Those beyond it
 * are lost and counted; a line says how many when writing works again.
 */
export class LogWriter {
  readonly #target: LogTarget;
  #lines: string[] = [];
  #characters = 0;
  /** The rest of a piece that was written in part. */
  #rest: Buffer | undefined;
  #lost = 0;
  #immediate: NodeJS.Immediate | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(target: LogTarget) {
    this.#target = target;
  }

  write(given: string): void {
    const line = escapeLine(given);
    if (this.#characters + line.length > charactersMax) {
      this.#lost += 1;
      lostCount += 1;
      return;
    }
    this.#noteLost();
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#retry !== undefined) return;
    if (this.#characters >= charactersAtOnce) this.#writeAll();
    else if (this.#immediate === undefined) {
      flushAtExit(this);
      this.#immediate = setImmediate(() => this.#writeAll());
    }
  }

  /** Writes what waits, if it can be written now. */
  flush(): void {
    this.#writeAll();
  }

  /** Writes what waits. Gives up if the reader of a pipe takes nothing for a while. */
  finish(): void {
    let waitedMs = 0;
    let left = this.#characters + (this.#rest?.length ?? 0);
    while (left > 0 && waitedMs < exitWaitMsMax) {
      const code = this.#writeAll();
      if (code !== "EAGAIN") return;
      const now = this.#characters + (this.#rest?.length ?? 0);
      waitedMs = now < left ? 0 : waitedMs + exitRetryMs;
      left = now;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, exitRetryMs);
    }
  }

  /** Returns the code of the error, if not everything was written. */
  #writeAll(): string | undefined {
    clearImmediate(this.#immediate);
    this.#immediate = undefined;
    try {
      for (;;) {
        const continues = this.#rest !== undefined;
        const piece = this.#rest ?? this.#takePiece();
        if (piece === undefined) break;
        this.#rest = piece;
        const bytes = this.#target.write(piece, continues);
        this.#rest = bytes < piece.length ? piece.subarray(bytes) : undefined;
      }
    } catch (error) {
      return this.#retryLater(error as NodeJS.ErrnoException);
    }
    clearTimeout(this.#retry);
    this.#retry = undefined;
    unwritten.delete(this);
    return undefined;
  }

  /** Returns the lines of one piece. */
  #takePiece(): Buffer | undefined {
    if (this.#lines.length === 0) this.#noteLost();
    const { pieceBytesMax } = this.#target;
    let count = 0;
    let bytes = 0;
    for (const line of this.#lines) {
      bytes += Buffer.byteLength(line);
      if (count > 0 && bytes > pieceBytesMax) break;
      count += 1;
    }
    if (count === 0) return undefined;
    const text = this.#lines.splice(0, count).join("");
    this.#characters -= text.length;
    return Buffer.from(text);
  }

  /** Adds a line in the place of those that were lost. */
  #noteLost(): void {
    if (this.#lost === 0) return;
    const fields = { level: warnLevel, time: Date.now(), lost: this.#lost };
    const line = `${JSON.stringify({ ...fields, msg: "log lines were lost" })}\n`;
    this.#lost = 0;
    this.#lines.push(line);
    this.#characters += line.length;
  }

  #retryLater(error: NodeJS.ErrnoException): string {
    if (this.#retry === undefined) {
      flushAtExit(this);
      this.#target.onFailure?.(error);
    }
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#writeAll(), retryMs).unref();
    return error.code ?? "";
  }
}

/**
 * Characters that move a cursor, colour or reorder text, or cannot be seen, but for the line feed
 * that ends a line.
 */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}](?<!\n$)/gu;

/**
 * Escapes a line as JSON does, so that it stays one line and shows what it contains, wherever the
 * texts in it come from. Lines of JSON keep their meaning.
 */
const escapeLine = (line: string): string => line.replace(acting, escapeUnits);

const escapeUnits = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");

const flushAtExit = (writer: LogWriter): void => {
  if (!isWatchingExit) process.on("exit", finishAll);
  isWatchingExit = true;
  unwritten.add(writer);
};

const finishAll = (): void => {
  for (const writer of unwritten) writer.finish();
};

/** Pipes take this many bytes whole or not at all, so lines of several processes do not mix. */
const pipeBytesMax = 4_096;
const fileBytesMax = 65_536;

/** Opens a log on standard output. */
export const openStdoutLog = (): LogWriter => {
  const { descriptor, isFile } = openWithoutWaiting(1);
  return new LogWriter({
    pieceBytesMax: isFile ? fileBytesMax : pipeBytesMax,
    write: (piece) => writeSync(descriptor, piece),
  });
};

/**
 * Returns a descriptor for the same pipe, terminal or file, writes to which do not wait for its
 * reader. Opened again, it does not change how other processes that have it write.
 */
const openWithoutWaiting = (descriptor: number) => {
  const isFile = fstatSync(descriptor).isFile();
  if (isFile) return { descriptor, isFile };
  try {
    const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
    return { descriptor: openSync(`/proc/self/fd/${descriptor}`, flags), isFile };
  } catch {
    // A socket, as the journal of systemd has, or another system than Linux.
    shareWithoutWaiting(descriptor);
    return { descriptor, isFile };
  }
};

/** Streams whose only purpose is that libuv has switched their descriptors. */
const shared: object[] = [];

const shareWithoutWaiting = (descriptor: number): void => {
  try {
    const { Socket } = process.getBuiltinModule("node:net");
    const socket = new Socket({ fd: descriptor, readable: false, writable: true });
    socket.on("error", () => undefined).unref();
    shared.push(socket);
  } catch {
    // Writes may wait; nothing better is known here.
  }
};
