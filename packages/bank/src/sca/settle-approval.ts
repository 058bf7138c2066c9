import type { Bank } from "../bank.ts";
import { settlingMsMax } from "../constants.ts";
import { type Sca, scaLogFields } from "../request/sca.ts";
import type { ScaFault } from "../request/sca-fault.ts";

/**
 * Settles what was approved while the PSU waits, up to a limit. The approval is stored and will be
 * executed in any case, so settlement that fails or takes too long continues in the background; the
 * fault only keeps the TPP from treating the payment as executed.
 */
export const settleApproval = (
  sca: Sca,
  settle: () => Promise<ScaFault | undefined>,
  { log }: Pick<Bank, "log">,
): Promise<ScaFault | undefined> =>
  new Promise((resolve) => {
    const late = setTimeout(() => {
      log.warn(scaLogFields(sca), "settlement timed out, continuing in the background");
      resolve(unsettledFault);
    }, settlingMsMax);
    settle()
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

const unsettledFault: ScaFault = {
  system: "core-bank",
  code: "SYSTEM_ERROR",
  message: "The PSU has approved, but the bank does not know the outcome yet. Read the status.",
};
