import { DatabaseError } from "pg";

/**
 * The meaning of an error from PostgreSQL or its connection. `refused`: the statement is wrong.
 * `again`: the unit lost to another and may be retried. `lost`: the connection is gone or useless.
 * `away`: the server responds, but cannot serve now.
 */
export type PostgresFault = "refused" | "again" | "lost" | "away";

const faultByState: Readonly<Record<string, PostgresFault>> = {
  "40001": "again", // serialization_failure
  "40P01": "again", // deadlock_detected
  "0A000": "lost", // "cached plan must not change result type": prepared before a migration
  "26000": "lost", // a prepared statement the server no longer has
  "25P03": "lost", // idle_in_transaction_session_timeout
  "57P01": "lost", // admin_shutdown
  "57P02": "lost", // crash_shutdown
  "57P03": "away", // cannot_connect_now
  "57P05": "lost", // idle_session_timeout
  "57014": "away", // query_canceled: the statement took too long
  "55P03": "away", // lock_not_available
  "25006": "away", // read_only_sql_transaction
};

/** Connection exceptions, lack of resources (a full disk, too many connections), I/O errors. */
const faultByClass: Readonly<Record<string, PostgresFault>> = {
  "08": "lost",
  "53": "away",
  "58": "away",
};

/** A table has changed since the statement was prepared, in every connection that is open. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "0A000";

/** The statement was cancelled, because it took too long. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "57014";

/** The server is a standby, or was made read-only. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === "25006";

/** The server accepts no writes now: it is read-only, or lacks a resource such as disk space. */
export const isRefusedWrite = (error: unknown): boolean =>
  isReadOnly(error) || (error instanceof DatabaseError && /^53/.test(error.code ?? ""));

export function postgresFault(error: unknown): PostgresFault {
  // Any other error comes from the socket or from one of our timeouts.
  if (!(error instanceof DatabaseError)) return "lost";
  const state = error.code ?? "";
  return faultByState[state] ?? faultByClass[state.slice(0, 2)] ?? "refused";
}
