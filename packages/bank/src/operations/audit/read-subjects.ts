import { all, inList, type Statement, sql, type Unit } from "@varde/storage";
import type { AccountId } from "../../ports/ids.ts";
import { type AuditSubject, auditSubjectTable } from "./audit-subject.ts";

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
