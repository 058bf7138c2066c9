import { run, type Storage, sql } from "@varde/storage";
import { knownKey } from "./identify.ts";
import type { Scene } from "./scene.ts";
import { newUuid } from "./send-request.ts";

/**
 * Stores sessions that PSUs opened a moment ago, so that most steps of a simulation are about
 * payments. Some PSUs have none and must identify first.
 */
export const openSessions = async (storage: Storage, scene: Scene): Promise<void> => {
  const { machine, worldId, facts, known } = scene;
  for (const tpp of scene.tpps) {
    const corporateId = newUuid(scene);
    for (const psu of scene.people) {
      if (machine.chance.happens(0.3)) continue;
      const psuId = newUuid(scene);
      const sessionId = newUuid(scene);
      const { tppId } = tpp;
      const { personId, agreementId = null } = psu;
      const isPrivate = agreementId === null;
      facts.sessionOwners.set(sessionId, personId);
      const names = { psuId, sessionId, corporateId: isPrivate ? undefined : corporateId };
      known.set(knownKey(tpp, psu), names);
      const nameCompany = sql`insert into corporate_identifier
          (psu_corporate_id, tpp_id, world_id, agreement_id)
        values (${corporateId}, ${tppId}, ${worldId}, ${agreementId}) on conflict do nothing`;
      const storing = storage.write(() =>
        run(
          sql`insert into psu_identifier (psu_id, tpp_id, world_id, person_id)
            values (${psuId}, ${tppId}, ${worldId}, ${personId})`,
          sql`insert into session (world_id, tpp_id, person_id, session_id, context,
              agreement_id, authenticated_at)
            values (${worldId}, ${tppId}, ${personId}, ${sessionId},
              ${isPrivate ? "PRIVATE" : "CORPORATE"}, ${agreementId}, ${machine.time.nowMs})`,
          ...(isPrivate ? [] : [nameCompany]),
        ),
      );
      await machine.time.settle();
      await storing;
    }
  }
};
