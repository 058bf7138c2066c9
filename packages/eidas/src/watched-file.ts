import { readFile, stat } from "node:fs/promises";

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
  // The version is read before the content, so that a change in between is not overlooked.
  let version = await readVersion(path);
  let current = await parse(await readFile(path));
  const reload = async () => {
    const found = await readVersion(path);
    if (found === version) return;
    version = found;
    try {
      current = await parse(await readFile(path));
    } catch (error) {
      onFault(new Error(`${path} is not used, its last content stays in force`, { cause: error }));
    }
  };
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;
  const poll = () => {
    if (isOpen) timer = setTimeout(() => reload().finally(poll), pollMs).unref();
  };
  poll();
  return {
    get current() {
      return current;
    },
    [Symbol.dispose]: () => {
      isOpen = false;
      clearTimeout(timer);
    },
  };
};

/** Returns a text that differs between two versions of a file; "" if there is no file. */
const readVersion = async (path: string): Promise<string> => {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  } catch {
    return "";
  }
};
