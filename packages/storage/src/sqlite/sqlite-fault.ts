/**
 * What an error of SQLite means for us. `refused`: the statement is wrong. `full`: no room now.
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

/** SQLITE_IOERR_SHMSIZE: the shared-memory file could not grow, which is a full disk as well. */
const ioerrShmsize = 4874;

export function sqliteFault(error: unknown): SqliteFault {
  const code = sqliteCode(error);
  if (code === undefined) return "refused";
  if (code === ioerrShmsize) return "full";
  return faultByPrimaryCode[code & 0xff] ?? "refused";
}

/** The extended result code, or none when the error is not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : undefined;
}
