import { DatabaseError } from "pg";
import { StorageRefused } from "../storage.ts";
import { postgresFault } from "./postgres-fault.ts";

/** Reports why the database cannot be used in one sentence, without the password. */
export async function refuseUnusable<T>(url: string, action: () => Promise<T>): Promise<T> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new StorageRefused("The database address is not of the form postgres://….");
  }
  try {
    return await action();
  } catch (cause) {
    const isOurs = cause instanceof DatabaseError && postgresFault(cause) === "refused";
    const isAboutAccess = cause instanceof DatabaseError && /^(28|3D)/.test(cause.code ?? "");
    if (cause instanceof StorageRefused || (isOurs && !isAboutAccess)) throw cause;
    if (!(cause instanceof DatabaseError) && cause instanceof Error && !isFromSocket(cause)) {
      throw cause;
    }
    throw new StorageRefused(
      `PostgreSQL at ${parsed.host}${parsed.pathname} cannot be used: ${messageOf(cause)}.`,
      { cause },
    );
  }
}

function isFromSocket(error: Error): boolean {
  return "code" in error || /timeout|terminated/i.test(error.message);
}

/** Joins the messages, because a host with several addresses fails with an error for each. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
