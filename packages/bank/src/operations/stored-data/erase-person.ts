import { run, type Storage, sql } from "@varde/storage";
import type { PersonId, WorldId } from "../../ports/ids.ts";
import { eraseSubjects } from "../audit/erase-subjects.ts";
import { deletePersonData } from "./delete-person-data.ts";

/**
 * Erases a person: ids, sessions, consents with their history, visits, and the person's part of the
 * audit. Payments stay, because the law requires them, without the PSU's device. The erasure is
 * recorded in the audit without the person. Returns how many subjects of the audit were erased.
 */
export const erasePerson = (
  storage: Storage,
  worldId: WorldId,
  personId: PersonId,
  now: number,
): Promise<number> =>
  storage.write(function* () {
    yield* run(
      sql`delete from event where subject_kind = 'consent' and subject_id in (
          select consent_id from consent
          where world_id = ${worldId} and person_id = ${personId})`,
      sql`delete from own_visit where world_id = ${worldId} and person_id = ${personId}`,
    );
    yield* deletePersonData(worldId, personId);
    return yield* eraseSubjects(worldId, personId, now);
  });
