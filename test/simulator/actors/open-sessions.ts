import { run, type Storage, sql } from "@varde/storage";
import { knownKey } from "./identify.ts";
import type { Psu } from "./psus.ts";
import type { Scene } from "./scene.ts";
import { newUuid } from "./send-request.ts";

/**
 * Stores sessions that PSUs opened a moment ago, so that most steps of a simulation are about
 * payments. Some PSUs have none and must identify first.
 */
export const openSessions = async (
  people: readonly Psu[],
  storage: Storage,
  scene: Scene,
): Promise<void> => {
  const { machine, worldId, facts, known } = scene;
  for (const tpp of scene.tpps) {
    for (const psu of people) {
      if (machine.chance.happens(0.3)) continue;
      const psuId = newUuid(scene);
      const sessionId = newUuid(scene);
      const { tppId } = tpp;
      const { personId } = psu;
      facts.sessionOwners.set(sessionId, personId);
      known.set(knownKey(tpp, psu), { psuId, sessionId });
      const storing = storage.write(() =>
        run(
          sql`insert into psu_identifier (psu_id, tpp_id, world_id, person_id)
            values (${psuId}, ${tppId}, ${worldId}, ${personId})`,
          sql`insert into session (world_id, tpp_id, person_id, session_id, context,
              authenticated_at)
            values (${worldId}, ${tppId}, ${personId}, ${sessionId}, 'PRIVATE',
              ${machine.time.nowMs})`,
        ),
      );
      await machine.time.settle();
      await storing;
    }
  }
};
