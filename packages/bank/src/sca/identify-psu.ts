import type { Bank } from "../bank.ts";
import type { FinishedProof } from "./finish-proof.ts";
import { moveSca, type StoredSca } from "./sca-store.ts";

/**
 * Stores who the PSU is, or that an attempt failed. Returns the SCA afterwards, or undefined if
 * another step has moved it.
 */
export const identifyPsu = async (
  sca: StoredSca,
  proof: Extract<FinishedProof, { kind: "proven" | "failed" }>,
  bank: Bank,
): Promise<StoredSca | undefined> => {
  const now = await bank.clock.now(sca.worldId);
  return bank.storage.write(() =>
    proof.kind === "proven"
      ? moveSca(sca, "identified", now, {
          personId: proof.personId,
          evidence: { identify: proof.evidence },
        })
      : moveSca(sca, "misidentified", now, { attempts: sca.attempts + 1 }),
  );
};
