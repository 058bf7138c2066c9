import { findPsu } from "../../psus/find-psu.ts";
import type { Check } from "../check.ts";
import { isRefusal } from "../refusal.ts";

/** SCA: the PSU a request names is known to this TPP, and so is the agreement. */
export const checkPsu: Check = async (context, bank) => {
  const psu = await findPsu(context, bank);
  if (psu === undefined) return undefined;
  if (isRefusal(psu)) return psu;
  context.psu = psu;
  return undefined;
};
