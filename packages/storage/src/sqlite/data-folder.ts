import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StorageRefused } from "../storage.ts";
import { DatabaseSync } from "./database-sync.ts";
import { sqliteCode } from "./sqlite-fault.ts";

/** A folder this process alone may use, until it is released or the process is gone. */
export interface DataFolder {
  readonly databasePath: string;
  release(): void;
}

/** Makes the folder if its parent is there, and takes its lock. */
export function takeDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  makeFolder(path);
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StorageRefused(`The data folder ${path} cannot be written to.`, { cause });
  }
  const lock = takeLock(path);
  return { databasePath: join(path, "varde.sqlite"), release: () => lock.close() };
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "EEXIST" && statSync(path).isDirectory()) return;
    if (code === "EEXIST") throw new StorageRefused(`The data folder ${path} is not a folder.`);
    const reason =
      code === "ENOENT"
        ? `because ${dirname(path)} does not exist`
        : `in ${dirname(path)} (${code ?? "unknown reason"})`;
    throw new StorageRefused(`The data folder ${path} cannot be created ${reason}.`, { cause });
  }
}

/**
 * The lock is SQLite's own on an empty file, which the system lets go of when the process ends,
 * however it ends. It is not on the database itself, so that a backup may read that.
 */
function takeLock(path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(path, "varde.lock"), { timeout: 0 });
    lock.exec("begin exclusive");
    return lock;
  } catch (cause) {
    lock?.close();
    const isTaken = ((sqliteCode(cause) ?? 0) & 0xff) === 5;
    throw new StorageRefused(
      isTaken
        ? `The data folder ${path} is in use by another process; stop it, or use another folder.`
        : `The data folder ${path} cannot be written to.`,
      { cause },
    );
  }
}
