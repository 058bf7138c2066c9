import assert from "node:assert/strict";
import { one, type ReadCacheOptions, run, sql, type Unit } from "@varde/storage";
import type { AgreementId, PersonId, PsuCorporateId, PsuId } from "../ports/ids.ts";
import type { PsuScope } from "../records/identified-psu.ts";

/**
 * Options for a cache of what `findPersonId` returns. The person of a PSU-ID never changes, so only
 * the deletion of the PSU-ID invalidates it.
 */
export const psuCacheOptions: ReadCacheOptions = {
  name: "PSUs",
  entriesMax: 100_000,
  groups: [{ table: "psu_identifier", key: ["psu_id"], columns: ["person_id"] }],
};

export function* findPersonId(psuId: PsuId, scope: PsuScope): Unit<PersonId | undefined> {
  const row = yield* one<{ person_id: PersonId }>(
    sql`select person_id from psu_identifier
      where psu_id = ${psuId} and tpp_id = ${scope.tppId} and world_id = ${scope.worldId}`,
  );
  return row?.person_id;
}

export function* findPsuId(personId: PersonId, scope: PsuScope): Unit<PsuId | undefined> {
  const row = yield* one<{ psu_id: PsuId }>(
    sql`select psu_id from psu_identifier
      where tpp_id = ${scope.tppId} and world_id = ${scope.worldId} and person_id = ${personId}`,
  );
  return row?.psu_id;
}

/**
 * Returns the PSU-ID of a person for a TPP, which is created once and never changes. Locks it until
 * the unit ends.
 */
export function* assignPsuId(newPsuId: PsuId, personId: PersonId, scope: PsuScope): Unit<PsuId> {
  const row = yield* one<{ psu_id: PsuId }>(
    sql`insert into psu_identifier (psu_id, tpp_id, world_id, person_id)
      values (${newPsuId}, ${scope.tppId}, ${scope.worldId}, ${personId})
      on conflict (tpp_id, world_id, person_id) do update set tpp_id = excluded.tpp_id
      returning psu_id`,
  );
  assert(row !== undefined, "the PSU-ID was just written");
  return row.psu_id;
}

export function* findAgreement(
  corporateId: PsuCorporateId,
  scope: PsuScope,
): Unit<AgreementId | undefined> {
  const row = yield* one<{ agreement_id: AgreementId }>(
    sql`select agreement_id from corporate_identifier where psu_corporate_id = ${corporateId}
      and tpp_id = ${scope.tppId} and world_id = ${scope.worldId}`,
  );
  return row?.agreement_id;
}

export function* findCorporateId(
  agreementId: AgreementId,
  scope: PsuScope,
): Unit<PsuCorporateId | undefined> {
  const row = yield* one<{ psu_corporate_id: PsuCorporateId }>(
    sql`select psu_corporate_id from corporate_identifier where tpp_id = ${scope.tppId}
      and world_id = ${scope.worldId} and agreement_id = ${agreementId}`,
  );
  return row?.psu_corporate_id;
}

/**
 * Returns the PSU-Corporate-ID of an agreement for a TPP, which is created once and never changes.
 */
export function* assignCorporateId(
  newCorporateId: PsuCorporateId,
  agreementId: AgreementId,
  scope: PsuScope,
): Unit<PsuCorporateId> {
  yield* run(
    sql`insert into corporate_identifier (psu_corporate_id, tpp_id, world_id, agreement_id)
      values (${newCorporateId}, ${scope.tppId}, ${scope.worldId}, ${agreementId})
      on conflict do nothing`,
  );
  return (yield* findCorporateId(agreementId, scope)) ?? newCorporateId;
}
