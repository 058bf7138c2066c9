import { run, sql, type Unit } from "@varde/storage";
import type { PersonId, WorldId } from "../../ports/ids.ts";

/**
 * Deletes the ids, sessions, consents and challenges of a person who is no longer a customer, with
 * the SCAs that gave them. Payments stay, without the PSU's device, and so does the evidence of who
 * approved them.
 */
export function* deletePersonData(worldId: WorldId, personId: PersonId): Unit<void> {
  yield* run(
    sql`delete from unattended_access where consent_id in (select consent_id from consent
        where world_id = ${worldId} and person_id = ${personId})`,
    sql`delete from consent_account where consent_id in (select consent_id from consent
        where world_id = ${worldId} and person_id = ${personId})`,
    sql`delete from consent where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from session where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from sca where world_id = ${worldId} and person_id = ${personId}
        and subject_kind in ('identification', 'consent')`,
    sql`delete from app_challenge where world_id = ${worldId} and person_id = ${personId}`,
    sql`update payment set psu_device = null
        where world_id = ${worldId} and person_id = ${personId} and psu_device is not null`,
    sql`delete from psu_identifier where world_id = ${worldId} and person_id = ${personId}`,
  );
}
