import type { Bank } from "../bank.ts";
import type { Identification } from "../ports/sca-method.ts";
import type { Sca } from "../request/sca.ts";
import { updateSca } from "./sca-store.ts";
import { nextScaStatus } from "./sca-transitions.ts";

/**
 * The PSU says who they are. A wrong person and a wrong number are the same: one attempt less, and
 * no word on which part it was. Answers the SCA as it stands after, or nothing if it has moved on.
 */
export const identifyPsu = async (
  sca: Sca,
  identification: Identification,
  bank: Bank,
): Promise<Sca | undefined> => {
  const status = nextScaStatus(sca.status, "identified");
  if (status === undefined) return undefined;
  const now = await bank.clock.now(sca.worldId);
  const personId = await bank.scaMethod.identify(sca.worldId, identification);
  const isExpected =
    personId !== undefined &&
    (sca.expectedPersonId === undefined || sca.expectedPersonId === personId);
  const after: Sca = isExpected
    ? { ...sca, status, personId, touchedAt: now, version: sca.version + 1n }
    : { ...sca, attempts: sca.attempts + 1, touchedAt: now, version: sca.version + 1n };
  const isKept = await bank.storage.write(() => updateSca(sca, after));
  return isKept ? after : undefined;
};
