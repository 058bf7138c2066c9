import { run } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { recordEvent } from "../records/event.ts";
import { isScaOver } from "../records/sca.ts";
import type { ScaFault, ScaOutcome } from "../records/sca-fault.ts";
import { failureAddress } from "./redirect-address.ts";
import { moveSca, type ScaFindings, type StoredSca } from "./sca-store.ts";

/** Where the PSU goes after the SCA, and the fault if they did not approve. */
export interface ScaEnd {
  readonly address: string;
  readonly fault?: ScaFault;
  /** Outcome that the PSU sees, if it does not follow from the fault alone. */
  readonly outcome?: ScaOutcome;
}

export const refusedFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The PSU did not approve.",
};

export const timedOutFault: ScaFault = {
  system: "sca",
  code: "SCA_EXPIRED",
  message: "The PSU did not finish in time.",
};

export const blockedFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU could not be identified.",
};

export const brokenFault: ScaFault = {
  system: "sca",
  code: "SYSTEM_ERROR",
  message: "The bank had an internal error. Nothing was approved.",
};

export const unavailableFault: ScaFault = {
  system: "sca",
  code: "SYSTEM_ERROR",
  message: "The eID is unavailable. Nothing was approved.",
};

export const goneFault: ScaFault = {
  system: "sca",
  code: "SCA_INVALID",
  message: "The subject of the SCA no longer exists.",
  outcome: "changed",
};

export const noAgreementFault: ScaFault = {
  system: "sca",
  code: "PSU_CREDENTIALS_INVALID",
  message: "The PSU has no agreement of the requested kind.",
  outcome: "not-yours",
};

/**
 * Ends an SCA without approval, and stores what was found out about the PSU. Its subject and the
 * session stay unchanged. Returns how it ended, or undefined if the SCA had ended already.
 */
export const failSca = async (
  sca: StoredSca,
  fault: ScaFault,
  bank: Bank,
  found: ScaFindings = {},
): Promise<ScaEnd | undefined> => {
  if (isScaOver(sca)) return undefined;
  const now = await bank.clock.now(sca.worldId);
  const isEnded = await bank.storage.write(function* () {
    const moved = yield* moveSca(sca, "failed", now, {
      ...found,
      endedCode: fault.code,
      ended: { fault },
    });
    if (moved === undefined) return false;
    yield* run(
      recordEvent(bank.ids, {
        worldId: sca.worldId,
        subjectKind: "sca",
        subjectId: sca.scaId,
        name: "failed",
        actor: found.personId ?? sca.personId ?? "bank",
        detail: fault.code,
        at: now,
      }),
    );
    return true;
  });
  if (!isEnded) return undefined;
  bank.interventions.onScaEnded?.({ ...sca, ...found, touchedAt: now }, fault, undefined);
  return { address: failureAddress(sca.redirectUri, fault), fault };
};
