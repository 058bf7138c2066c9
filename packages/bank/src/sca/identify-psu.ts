import type { Bank } from "../bank.ts";
import type { Identification } from "../ports/sca-method.ts";
import type { Sca } from "../request/sca.ts";
import { canMoveSca, moveSca } from "./move-sca.ts";

/**
 * Identifies the PSU. A wrong person and a wrong number are treated alike: one attempt less, and
 * nothing says which part was wrong. Returns the SCA afterwards, or undefined if it has moved on.
 */
export const identifyPsu = async (
  sca: Sca,
  identification: Identification,
  bank: Bank,
): Promise<Sca | undefined> => {
  if (!canMoveSca(sca, "identified")) return undefined;
  const now = await bank.clock.now(sca.worldId);
  const personId = await bank.scaMethod.identify(sca.worldId, identification);
  const isExpected =
    personId !== undefined &&
    (sca.expectedPersonId === undefined || sca.expectedPersonId === personId);
  return bank.storage.write(() =>
    isExpected
      ? moveSca(sca, "identified", now, { personId })
      : moveSca(sca, "misidentified", now, { attempts: sca.attempts + 1 }),
  );
};
