import { run, sql, type Unit } from "@varde/storage";

/** A person is a customer no more: their names, sessions and consents go; payments stay. */
export function* deletePersonData(worldId: string, personId: string): Unit<void> {
  yield* run(
    sql`delete from unattended_access where consent_id in (select consent_id from consent
        where world_id = ${worldId} and person_id = ${personId})`,
    sql`delete from consent_account where consent_id in (select consent_id from consent
        where world_id = ${worldId} and person_id = ${personId})`,
    sql`delete from consent where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from session where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from psu_identifier where world_id = ${worldId} and person_id = ${personId}`,
  );
}
