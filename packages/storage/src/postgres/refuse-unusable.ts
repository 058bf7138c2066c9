import { DatabaseError } from "pg";
import { StorageRefused } from "../storage.ts";
import { listAddresses } from "./find-writable.ts";
import { postgresFault } from "./postgres-fault.ts";

/** Reports why the database cannot be used in one sentence, without the password. */
export async function refuseUnusable<T>(url: string, action: () => Promise<T>): Promise<T> {
  const addresses = listAddresses(url);
  if (!addresses.every((each) => URL.canParse(each) && /^postgres(ql)?:/.test(each))) {
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
    const hosts = addresses.map((each) => new URL(each).host).join(",");
    const { pathname } = new URL(addresses[0] ?? url);
    throw new StorageRefused(
      `PostgreSQL at ${hosts}${pathname} cannot be used: ${messageOf(cause)}.`,
      { cause },
    );
  }
}

function isFromSocket(error: Error): boolean {
  if (error instanceof AggregateError) return error.errors.every(isFromSocket);
  return "code" in error || /timeout|terminated/i.test(error.message);
}

/** Joins the messages: each host fails with an error of its own, and each of its addresses. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}
