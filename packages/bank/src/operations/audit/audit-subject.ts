import {
  all,
  inList,
  integer,
  type RecordOf,
  run,
  type Statement,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
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

/** Reads subjects with their accounts. */
export function* readSubjects(statement: Statement): Unit<readonly AuditSubject[]> {
  const subjects = yield* auditSubjectTable.all(statement);
  const ids = subjects.map(({ subjectId }) => subjectId);
  const rows = yield* all<{ subject_id: string; account_id: AccountId }>(
    sql`select subject_id, account_id from audit_subject_account
      where subject_id ${inList(ids)} order by subject_id, account_id`,
  );
  const accounts = Map.groupBy(rows, ({ subject_id }) => subject_id);
  return subjects.map((subject) => ({
    ...subject,
    accountIds: (accounts.get(subject.subjectId) ?? [])
      .map(({ account_id }) => account_id)
      .toSorted(),
  }));
}

/**
 * Returns the ids of a person's subjects, sorted. Those of accesses to the person's accounts before
 * the PSU was known are among them.
 */
export function* listSubjectsToErase(
  worldId: WorldId,
  personId: PersonId,
): Unit<readonly string[]> {
  const rows = yield* all<{ subject_id: string }>(
    sql`select subject_id from audit_subject
      where world_id = ${worldId} and person_id = ${personId}
      union
      select s.subject_id from audit_subject s
        join audit_subject_account a on a.subject_id = s.subject_id
      where s.world_id = ${worldId} and s.person_id = '' and a.account_id in (
        select theirs.account_id from audit_subject_account theirs
          join audit_subject t on t.subject_id = theirs.subject_id
        where t.world_id = ${worldId} and t.person_id = ${personId})`,
  );
  return rows.map(({ subject_id }) => subject_id).toSorted();
}

/** Erases subjects. Record that in a seal, which does not say who they were. */
export function* deleteSubjects(ids: readonly string[]): Unit<void> {
  yield* run(
    sql`delete from audit_subject_account where subject_id ${inList(ids)}`,
    sql`delete from audit_subject where subject_id ${inList(ids)}`,
  );
}
