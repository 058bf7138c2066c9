import type { Bank } from "../bank.ts";
import type { Identification } from "../ports/sca-method.ts";
import type { Sca } from "../request/sca.ts";
import { canMoveSca, moveSca } from "./move-sca.ts";

/**
 * Identifies the PSU. An unexpected person and an unknown number are treated alike: both use up one
 * attempt, and nothing says which it was. Returns the SCA afterwards, or undefined if another step
 * has moved it.
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
