import type { Bank } from "../bank.ts";
import { settlingMsMax } from "../constants.ts";
import type { Sca } from "../request/sca.ts";
import type { ScaFault } from "../request/sca-fault.ts";
import type { ScaSubjectHandler } from "./sca-subject.ts";

/**
 * Carries out what was approved while the PSU waits, but not for ever. The approval is kept and
 * will be carried out, so what fails or takes long goes on without them; the TPP must only not take
 * it for done by now.
 */
export const settleApproval = (
  sca: Sca,
  subject: Pick<ScaSubjectHandler, "settle">,
  { log }: Pick<Bank, "log">,
): Promise<ScaFault | undefined> =>
  new Promise((resolve) => {
    const late = setTimeout(() => {
      log.warn({ sca: sca.scaId }, "an approval is settled without its PSU");
      resolve(unsettledFault);
    }, settlingMsMax);
    subject
      .settle(sca)
      .catch((error: unknown) => {
        log.error({ err: error, sca: sca.scaId }, "an approval could not be settled yet");
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
