import type { Bank } from "../bank.ts";
import type { Sca } from "../request/sca.ts";
import type { FinishedProof } from "./finish-proof.ts";
import { moveSca } from "./move-sca.ts";

/**
 * Stores who the PSU is, or that an attempt failed. Returns the SCA afterwards, or undefined if
 * another step has moved it.
 */
export const identifyPsu = async (
  sca: Sca,
  proof: Extract<FinishedProof, { kind: "proven" | "failed" }>,
  bank: Bank,
): Promise<Sca | undefined> => {
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
