import { isScaOver, isScaTimedOut, type Sca } from "../request/sca.ts";

/** One that nobody finished in time has failed, whether or not anyone came back to be told. */
export const presentScaStatus = (sca: Sca, now: number) => ({
  scaStatus: !isScaOver(sca) && isScaTimedOut(sca, now) ? "failed" : sca.status,
});
