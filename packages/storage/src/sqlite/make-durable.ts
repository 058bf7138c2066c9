import type { DatabaseSync } from "node:sqlite";

/** Every acknowledged commit has reached the disk, also on macOS, where a plain sync has not. */
export function makeDurable(database: DatabaseSync): void {
  database.exec("pragma synchronous = full");
  if (process.platform !== "darwin") return;
  database.exec("pragma fullfsync = on");
  database.exec("pragma checkpoint_fullfsync = on");
}
