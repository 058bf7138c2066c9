import type { Bank } from "../bank.ts";
import { settlingMsMax } from "../configuration/constants.ts";
import { PortFailed } from "../ports/guard/port-failed.ts";
import { type Sca, scaLogFields } from "../records/sca.ts";
import type { ScaFault } from "../records/sca-fault.ts";
import type { ScaEnd } from "./fail-sca.ts";
import { failureAddress } from "./redirect-address.ts";

type Settle = () => Promise<ScaFault | undefined>;

/**
 * Settles what was approved while the PSU waits, up to a limit. If a system does not respond, it is
 * asked again, because repeating a settlement is harmless. The approval is stored and will be
 * executed in any case, so settlement that fails or takes too long continues in the background; the
 * fault only keeps the TPP from treating the payment as executed.
 */
export const settleApproval = (
  sca: Sca,
  settle: Settle,
  { log }: Pick<Bank, "log">,
): Promise<ScaFault | undefined> =>
  new Promise((resolve) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      log.warn(scaLogFields(sca), "settlement timed out, continuing in the background");
      resolve(unsettledFault);
    }, settlingMsMax);
    settleWithRetries(settle, () => isLate)
      .catch((error: unknown) => {
        log.error(
          { err: error, ...scaLogFields(sca) },
          "settlement failed, continuing in the background",
        );
        return unsettledFault;
      })
      .then(resolve)
      .finally(() => clearTimeout(late));
  });

const firstPauseMs = 50;
const pauseMsMax = 1_000;

const settleWithRetries = async (
  settle: Settle,
  isLate: () => boolean,
): Promise<ScaFault | undefined> => {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
    try {
      return await settle();
    } catch (error) {
      // The storage has retried by itself, for as long as a request may take.
      if (!(error instanceof PortFailed) || isLate()) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
};

const unsettledFault: ScaFault = {
  system: "core-bank",
  code: "SYSTEM_ERROR",
  message: "The PSU has approved, but the bank does not know the outcome yet. Read the status.",
};

/** Ends an SCA whose approval is stored: the TPP has to read the status to learn the outcome. */
export const endUnsettled = ({ redirectUri }: Pick<Sca, "redirectUri">): ScaEnd => ({
  address: failureAddress(redirectUri, unsettledFault),
  fault: unsettledFault,
});
