import { isKeyOf, type OperationFacts, operations } from "@varde/protocol";
import { all, inList, sql, type Unit } from "@varde/storage";
import type { AccountId, ConsentId } from "../../ports/ids.ts";
import type { Consent } from "../../records/consent.ts";
import { auditEntryTable } from "./audit-entry.ts";
import { readSubjects } from "./audit-subject.ts";

/** The parts of an account that were read, as a PSU sees them. */
type AccessedPart = Exclude<OperationFacts["accesses"], "none" | "payment" | "identity">;

/** Returns undefined also for an operation that only another version knows. */
const findPart = (operation: string): AccessedPart | undefined => {
  const accesses = isKeyOf(operations, operation) ? operations[operation].accesses : undefined;
  const isPart = accesses !== "none" && accesses !== "payment" && accesses !== "identity";
  return isPart ? accesses : undefined;
};

/** A successful access with a consent, as its PSU sees it. */
export interface ConsentAccess {
  readonly at: number;
  readonly part: AccessedPart;
  readonly accountIds: readonly AccountId[];
}

/** Lists the last successful accesses with a consent, latest first. */
export function* listConsentAccesses(
  { worldId, personId, consentId }: Pick<Consent, "worldId" | "personId" | "consentId">,
  limit: number,
): Unit<readonly ConsentAccess[]> {
  const entries = yield* listEntries(yield* listSubjectIds(worldId, personId), consentId, limit);
  const subjectIds = new Set(entries.flatMap(({ subjectId }) => subjectId ?? []));
  const subjects = yield* readSubjects(
    sql`select * from audit_subject where subject_id ${inList([...subjectIds])}`,
  );
  const accounts = new Map<string | undefined, readonly AccountId[]>(
    subjects.map((subject) => [subject.subjectId, subject.accountIds]),
  );
  return entries.flatMap(({ at, operation, subjectId }) => {
    const part = findPart(operation);
    return part === undefined ? [] : [{ at, part, accountIds: accounts.get(subjectId) ?? [] }];
  });
}

function* listSubjectIds(worldId: string, personId: string): Unit<readonly string[]> {
  const rows = yield* all<{ subject_id: string }>(
    sql`select subject_id from audit_subject
      where world_id = ${worldId} and person_id = ${personId}`,
  );
  return rows.map(({ subject_id }) => subject_id);
}

const listEntries = (subjectIds: readonly string[], consentId: ConsentId, limit: number) =>
  auditEntryTable.all(
    sql`select * from audit_entry
      where subject_id ${inList(subjectIds)} and consent_id = ${consentId}
        and status >= 200 and status < 300
      order by at desc, chain_id desc, number desc limit ${limit}`,
  );
