import { isScaOver, isScaTimedOut, type Sca } from "../records/sca.ts";

/** Returns the status of an SCA. An SCA that timed out has failed, even if nobody opened it. */
export const presentScaStatus = (sca: Sca, now: number) => ({
  scaStatus: !isScaOver(sca) && isScaTimedOut(sca, now) ? "failed" : sca.status,
});
