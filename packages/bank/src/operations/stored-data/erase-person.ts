import { all, fragment, run, type Storage, sql, type Unit } from "@varde/storage";
import { ConfigurationRefused } from "../../configuration/configuration-refused.ts";
import type { PersonId, WorldId } from "../../ports/ids.ts";
import { auditSealTable } from "../audit/audit-seal.ts";
import { deleteSubjects, listSubjectsToErase } from "../audit/audit-subject.ts";
import { type SealParts, writeSeal } from "../audit/write-seal.ts";

/**
 * Erases a person: ids, sessions, consents with their history, visits, and the person's part of the
 * audit. Payments stay, because the law requires them, without the PSU's device. The erasure is
 * recorded in the audit without the person. Returns how many subjects of the audit were erased.
 *
 * On SQLite the whole database is rewritten at the end, and nothing is served meanwhile. If that
 * fails, the promise is rejected although the rows are deleted: call this again.
 */
export const erasePerson = async (
  parts: SealParts,
  worldId: WorldId,
  personId: PersonId,
): Promise<number> => {
  const list = () => listSubjectsToErase(worldId, personId);
  await refuseUnsigned(parts);
  let erased = 0;
  await writeSeal(parts, "erasure", list, function* (ids) {
    // An access that was recorded while the seal was signed may have added a subject.
    if (String(yield* list()) !== String(ids)) return false;
    yield* run(
      sql`delete from event where subject_kind = 'consent' and subject_id in (
          select consent_id from consent
          where world_id = ${worldId} and person_id = ${personId})`,
      sql`delete from own_visit where world_id = ${worldId} and person_id = ${personId}`,
    );
    yield* deletePersonData(worldId, personId);
    yield* deleteSubjects(ids);
    erased = ids.length;
    return true;
  });
  await parts.storage.purgeDeletedRows?.();
  return erased;
};

/** Refuses a seal without a signature after those that have one: it would look like a forgery. */
const refuseUnsigned = async ({ storage, signer }: SealParts): Promise<void> => {
  if (signer !== undefined) return;
  const last = await storage.read(() =>
    auditSealTable.one(sql`select * from audit_seal order by number desc limit 1`),
  );
  if (last?.signature === undefined) return;
  throw new ConfigurationRefused(
    "The bank signs the seals of its audit, and the erasure needs one. Name the configuration " +
      "with the key: --production --config FILE, or the data folder of the sandbox.",
  );
};

/** Returns the world of a command: the given one, or the only one. */
export const findPersonWorld = async (
  storage: Storage,
  given: WorldId | undefined,
): Promise<WorldId> => {
  const rows = await storage.read(() =>
    all<{ world_id: WorldId }>(sql`select distinct world_id from tpp order by world_id`),
  );
  const worlds = rows.map(({ world_id }) => world_id);
  const [only, another] = worlds;
  if (given !== undefined) {
    if (worlds.includes(given)) return given;
    throw new ConfigurationRefused(`There is no world ${given}.`);
  }
  if (only === undefined) throw new ConfigurationRefused("No TPP has used this bank yet.");
  if (another !== undefined) {
    throw new ConfigurationRefused("This sandbox has several worlds; name one with --world.");
  }
  return only;
};

/**
 * Deletes the ids, sessions, consents and challenges of a person who is no longer a customer, with
 * the SCAs that gave them. Payments stay, without the PSU's device, and so does the evidence of who
 * approved them.
 */
export function* deletePersonData(worldId: WorldId, personId: PersonId): Unit<void> {
  // Also an SCA that was begun for the person, who has not identified yet.
  const deletedScas = fragment`world_id = ${worldId}
    and subject_kind in ('identification', 'consent')
    and coalesce(person_id, expected_person_id) = ${personId}`;
  yield* run(
    sql`delete from unattended_access where consent_id in (select consent_id from consent
        where world_id = ${worldId} and person_id = ${personId})`,
    sql`delete from consent_account where consent_id in (select consent_id from consent
        where world_id = ${worldId} and person_id = ${personId})`,
    sql`delete from consent where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from session where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from event where subject_kind = 'sca'
        and subject_id in (select sca_id from sca where ${deletedScas})`,
    sql`delete from sca where ${deletedScas}`,
    sql`delete from signing_day where world_id = ${worldId} and person_id = ${personId}`,
    sql`delete from app_challenge where world_id = ${worldId} and person_id = ${personId}`,
    sql`update payment set psu_device = null
        where world_id = ${worldId} and person_id = ${personId} and psu_device is not null`,
    sql`delete from psu_identifier where world_id = ${worldId} and person_id = ${personId}`,
  );
}
