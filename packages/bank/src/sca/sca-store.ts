import assert from "node:assert/strict";
import { run, type Statement, sql, type Unit } from "@varde/storage";
import type { PersonId, ScaId, WorldId } from "../ports/ids.ts";
import type { Consent } from "../records/consent.ts";
import { type Sca, type ScaSubjectKind, scaTable } from "../records/sca.ts";
import { nextScaStatus, type ScaEvent } from "./sca-transitions.ts";

/** Gives a class the fields of a record, which its constructor copies. */
const ScaFields = class {
  constructor(record: Sca) {
    Object.assign(this, record);
  }
} as new (
  record: Sca,
) => Sca;

/**
 * An SCA exactly as the database has it. Only this module creates one, and it cannot be changed. A
 * copy lacks the private field: it does not compile where a StoredSca is needed, and `moveSca`
 * refuses it when it runs.
 */
class StoredSca extends ScaFields {
  readonly #isStored = true;

  constructor(record: Sca) {
    super(record);
    Object.freeze(this);
  }

  static isStored(value: object): boolean {
    return #isStored in value;
  }
}

export type { StoredSca };

/** Throws for an SCA that this module did not create, such as a copy. */
export const assertStored = (sca: StoredSca): void =>
  assert(StoredSca.isStored(sca), "an SCA is used as it was read, not as a copy of it");

/** Values that a step of an SCA sets. */
export type ScaFindings = Partial<
  Pick<
    Sca,
    | "personId"
    | "context"
    | "agreementId"
    | "attempts"
    | "browserHash"
    | "endedCode"
    | "ended"
    | "pending"
    | "callbackHash"
    | "evidence"
  >
>;

/** Whether the event can happen to the SCA in its present status. */
export const canMoveSca = ({ status }: Sca, event: ScaEvent): boolean =>
  nextScaStatus(status, event) !== undefined;

/**
 * Moves the SCA by one event of the table and stores what the step found out. A pending proof ends
 * with every event, so that its callback cannot be used later. This is the only code
 * that writes an SCA's status. Returns undefined when another step has moved the SCA since it was
 * read: another tab, or the same form sent twice. SCA-31: a copy of an SCA fails an assertion. So
 * does an event that the table does not contain; call `canMoveSca` first where that can happen.
 */
export function* moveSca(
  sca: StoredSca,
  event: ScaEvent,
  at: number,
  found: ScaFindings = {},
): Unit<StoredSca | undefined> {
  assertStored(sca);
  const status = nextScaStatus(sca.status, event);
  assert(status !== undefined, `an SCA with status ${sca.status} cannot be ${event}`);
  const none = { pending: undefined, callbackHash: undefined };
  const after: Sca = {
    ...sca,
    ...none,
    ...found,
    status,
    touchedAt: at,
    version: sca.version + 1n,
  };
  const [changes] = yield* run(
    sql`update sca set person_id = ${after.personId ?? null}, context = ${after.context ?? null},
        agreement_id = ${after.agreementId ?? null}, status = ${after.status},
        version = ${after.version}, attempts = ${after.attempts},
        browser_hash = ${after.browserHash ?? null}, ended_code = ${after.endedCode ?? null},
        ended = ${toJson(after.ended)},
        pending = ${toJson(after.pending)}, callback_hash = ${after.callbackHash ?? null},
        evidence = ${toJson(after.evidence)}, touched_at = ${after.touchedAt}
      where sca_id = ${sca.scaId} and version = ${sca.version} and status = ${sca.status}`,
  );
  return changes === 1n ? new StoredSca(after) : undefined;
}

const toJson = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);

export const findScaByLink = (linkHash: string): Unit<StoredSca | undefined> =>
  readOne(sql`select * from sca where link_hash = ${linkHash}`);

/** Finds the SCA whose pending redirect comes back with the state of this hash. */
export const findScaByCallback = (callbackHash: string): Unit<StoredSca | undefined> =>
  readOne(sql`select * from sca where callback_hash = ${callbackHash}`);

export const readSca = (scaId: ScaId): Unit<StoredSca | undefined> =>
  readOne(sql`select * from sca where sca_id = ${scaId}`);

export const listScas = (
  subjectKind: ScaSubjectKind,
  subjectId: string,
): Unit<readonly StoredSca[]> =>
  readAll(
    sql`select * from sca where subject_id = ${subjectId} and subject_kind = ${subjectKind}
      order by sca_id`,
  );

/** Lists the last SCAs in which a person gave a TPP access to accounts, oldest first. */
export const listConsentScas = (
  { worldId, tppId, personId }: Pick<Consent, "worldId" | "tppId" | "personId">,
  limit: number,
): Unit<readonly StoredSca[]> =>
  readAll(
    sql`select * from (
        select * from sca where world_id = ${worldId} and tpp_id = ${tppId}
          and coalesce(person_id, expected_person_id) = ${personId}
          and subject_kind in ('consent', 'identification')
        order by sca_id desc limit ${limit}) as latest
      order by sca_id`,
  );

/** Lists the SCAs that wait for a person in the bank's app, oldest first. */
export const listScasInApp = (worldId: WorldId, personId: PersonId): Unit<readonly StoredSca[]> =>
  readAll(
    sql`select * from sca where world_id = ${worldId} and expected_person_id = ${personId}
      and channel = 'app' and status = 'received' order by sca_id`,
  );

function* readOne(statement: Statement): Unit<StoredSca | undefined> {
  const record = yield* scaTable.one(statement);
  return record && new StoredSca(record);
}

function* readAll(statement: Statement): Unit<readonly StoredSca[]> {
  const records = yield* scaTable.all(statement);
  return records.map((record) => new StoredSca(record));
}
