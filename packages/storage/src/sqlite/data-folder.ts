import { accessSync, closeSync, constants, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DataFolderInUse, StorageRefused } from "../storage.ts";
import { DatabaseSync } from "./database-sync.ts";
import { sqliteCode } from "./sqlite-fault.ts";

/** A folder that only this process may use, until it is released or the process ends. */
export interface DataFolder {
  readonly databasePath: string;
  release(): void;
}

/** Creates the folder if its parent exists, and locks it. */
export function takeDataFolder(folder: string): DataFolder {
  const path = resolve(folder);
  makeFolder(path);
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StorageRefused(`The data folder ${path} cannot be written to.`, { cause });
  }
  const databasePath = join(path, "varde.sqlite");
  const lockPath = join(path, "varde.lock");
  for (const file of [lockPath, databasePath]) makeOwnerOnly(file);
  const lock = takeLock(lockPath, path);
  return { databasePath, release: () => lock.close() };
}

/** Creates a missing file for its owner only; the folder may be open to others. */
function makeOwnerOnly(file: string): void {
  try {
    closeSync(openSync(file, "a", 0o600));
  } catch (cause) {
    throw new StorageRefused(`The file ${file} cannot be written to.`, { cause });
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
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
 * Locks an empty file with SQLite's own lock, which the system releases when the process ends in
 * any way. The database itself is not locked, so that a backup can read it.
 */
function takeLock(file: string, path: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec("begin exclusive");
    return lock;
  } catch (cause) {
    lock?.close();
    const isTaken = ((sqliteCode(cause) ?? 0) & 0xff) === 5;
    if (!isTaken) {
      throw new StorageRefused(`The data folder ${path} cannot be written to.`, { cause });
    }
    throw new DataFolderInUse(
      `The data folder ${path} is in use by another process; stop it, or use another folder.`,
      { cause },
    );
  }
}
