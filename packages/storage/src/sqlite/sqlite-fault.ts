/**
 * The meaning of an SQLite error. `refused`: the statement is wrong. `full`: no room on the disk.
 * `broken`: the disk or the file can no longer be trusted. `away`: anything else that may pass.
 */
export type SqliteFault = "refused" | "full" | "broken" | "away";

const faultByPrimaryCode: Readonly<Record<number, SqliteFault>> = {
  5: "away", // SQLITE_BUSY
  6: "away", // SQLITE_LOCKED
  7: "away", // SQLITE_NOMEM
  8: "away", // SQLITE_READONLY
  9: "away", // SQLITE_INTERRUPT
  10: "broken", // SQLITE_IOERR
  11: "broken", // SQLITE_CORRUPT
  13: "full", // SQLITE_FULL
  14: "away", // SQLITE_CANTOPEN
  26: "broken", // SQLITE_NOTADB
};

/** SQLITE_IOERR_SHMSIZE: the shared-memory file could not grow, so the disk is full. */
const ioerrShmsize = 4874;

export function sqliteFault(error: unknown): SqliteFault {
  const code = sqliteCode(error);
  if (code === undefined) return "refused";
  if (code === ioerrShmsize) return "full";
  return faultByPrimaryCode[code & 0xff] ?? "refused";
}

/** Returns the extended result code, if the error comes from SQLite. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : undefined;
}
