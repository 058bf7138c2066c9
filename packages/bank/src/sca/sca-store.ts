import { sql, type Unit } from "@varde/storage";
import type { PersonId, ScaId, WorldId } from "../ports/ids.ts";
import { type Sca, type ScaSubjectKind, scaTable } from "../request/sca.ts";

export const findScaByLink = (linkHash: string): Unit<Sca | undefined> =>
  scaTable.one(sql`select * from sca where link_hash = ${linkHash}`);

/** Finds the SCA whose pending redirect comes back with the state of this hash. */
export const findScaByCallback = (callbackHash: string): Unit<Sca | undefined> =>
  scaTable.one(sql`select * from sca where callback_hash = ${callbackHash}`);

export const readSca = (scaId: ScaId): Unit<Sca | undefined> =>
  scaTable.one(sql`select * from sca where sca_id = ${scaId}`);

export const listScas = (subjectKind: ScaSubjectKind, subjectId: string): Unit<readonly Sca[]> =>
  scaTable.all(
    sql`select * from sca where subject_id = ${subjectId} and subject_kind = ${subjectKind}
      order by sca_id`,
  );

/** Lists the SCAs that wait for a person in the bank's app, oldest first. */
export const listScasInApp = (worldId: WorldId, personId: PersonId): Unit<readonly Sca[]> =>
  scaTable.all(
    sql`select * from sca where world_id = ${worldId} and expected_person_id = ${personId}
      and channel = 'app' and status = 'received' order by sca_id`,
  );
