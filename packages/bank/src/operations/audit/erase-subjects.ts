import { all, inList, run, sql, type Unit } from "@varde/storage";
import type { PersonId, WorldId } from "../../ports/ids.ts";
import { appendSeal, lockSeals } from "./append-seal.ts";

/**
 * Erases a person from the audit, and records that in a seal that does not say who. Accesses to
 * the person's accounts before the PSU was known are erased too. Returns how many subjects there
 * were.
 */
export function* eraseSubjects(worldId: WorldId, personId: PersonId, now: number): Unit<number> {
  const seals = yield* lockSeals(now);
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
  const ids = rows.map(({ subject_id }) => subject_id).toSorted();
  yield* run(
    sql`delete from audit_subject_account where subject_id ${inList(ids)}`,
    sql`delete from audit_subject where subject_id ${inList(ids)}`,
  );
  yield* appendSeal(seals, "erasure", ids, now);
  return ids.length;
}
