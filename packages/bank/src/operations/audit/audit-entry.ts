import { integer, optional, type RecordOf, table, text } from "@varde/storage";
import type { ConsentId } from "../../ports/ids.ts";
import { auditHash } from "./audit-hash.ts";

export const auditEntryTable = table("audit_entry", {
  chainId: integer,
  number: integer,
  at: integer,
  /** The TPP and its certificate; absent in an entry about the audit itself. */
  actorId: optional(text()),
  /** The person and the accounts; absent if the PSU is unknown and no account is named. */
  subjectId: optional(text()),
  operation: text(),
  /** The HTTP status; 0 if the connection was closed before the response began. */
  status: integer,
  /** The code of the first fault, if the request was refused. */
  code: optional(text()),
  requestId: text(),
  consentId: optional(text<ConsentId>()),
  /** The payment, for operations about a payment. */
  resourceId: optional(text()),
  hash: text(),
});

/** An access of a TPP as it is recorded. */
export interface AuditEntry extends RecordOf<typeof auditEntryTable> {}

/** The operation of an entry that says how many entries before it were lost, in `resourceId`. */
export const entriesLost = "entriesLost";

/** Returns the hash of an entry, which includes that of the entry before it. */
export const hashEntry = (previous: string, entry: Omit<AuditEntry, "hash">): string =>
  auditHash(
    previous +
      JSON.stringify([
        entry.chainId,
        entry.number,
        entry.at,
        entry.actorId ?? null,
        entry.subjectId ?? null,
        entry.operation,
        entry.status,
        entry.code ?? null,
        entry.requestId,
        entry.consentId ?? null,
        entry.resourceId ?? null,
      ]),
  );
