import { integer, type RecordOf, table, text } from "@varde/storage";
import type { AccountId, PersonId, WorldId } from "../../ports/ids.ts";
import { auditId } from "./audit-hash.ts";

/** The person of a subject whose PSU is not known. */
export const unknownPerson: PersonId = "";

export const auditSubjectTable = table("audit_subject", {
  subjectId: text(),
  worldId: text<WorldId>(),
  /** `unknownPerson` if the PSU is not known. */
  personId: text<PersonId>(),
  /** A hash of the accounts, for the unique constraint. */
  accountsKey: text(),
  salt: text(),
  createdAt: integer,
});

/**
 * A person whose data was accessed, with the accounts. Entries refer to it by its id, a hash that
 * includes a random salt. Deleting the row therefore erases the person from the audit, while the
 * chains remain intact.
 */
export interface AuditSubject extends RecordOf<typeof auditSubjectTable> {
  /** In ascending order. */
  readonly accountIds: readonly AccountId[];
}

/** Identifies a subject by what it is about. */
export type SubjectKey = Pick<AuditSubject, "worldId" | "personId" | "accountIds">;

export const hashSubject = (salt: string, { worldId, personId, accountIds }: SubjectKey): string =>
  auditId([salt, worldId, personId, accountIds]);

export const hashAccounts = (accountIds: readonly AccountId[]): string => auditId(accountIds);
