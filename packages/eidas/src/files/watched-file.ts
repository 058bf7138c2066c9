import { unwatchFile, watchFile } from "node:fs";
import { readFile } from "node:fs/promises";

export interface WatchOptions {
  /** How often a file is looked at; a second by default. */
  readonly pollMs?: number;
  /** Receives why a changed file is not used; the last good content stays in force. */
  readonly onFault: (error: Error) => void;
}

/** The parsed content of a file, which follows the file. */
export interface WatchedFile<Content> extends Disposable {
  readonly current: Content;
}

/**
 * Reads and parses a file, and does so again when the file changes. Looks at the file at an
 * interval, because events of the file system are lost on network drives and when a file is
 * replaced. Throws if the file cannot be read or parsed at first.
 */
export const openWatchedFile = async <Content>(
  path: string,
  parse: (bytes: Buffer) => Content | Promise<Content>,
  { pollMs = 1_000, onFault }: WatchOptions,
): Promise<WatchedFile<Content>> => {
  const read = async () => parse(await readFile(path));
  let last: Promise<unknown> = Promise.resolve();
  const reload = () => {
    last = last.then(async () => {
      try {
        current = await read();
      } catch (error) {
        onFault(
          new Error(`${path} is not used, its last content stays in force`, { cause: error }),
        );
      }
    });
  };
  watchFile(path, { interval: pollMs, persistent: false }, reload);
  const stop = () => unwatchFile(path, reload);
  let current: Content;
  try {
    current = await read();
  } catch (error) {
    stop();
    throw error;
  }
  return {
    get current() {
      return current;
    },
    [Symbol.dispose]: stop,
  };
};
