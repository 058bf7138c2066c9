import { andThen } from "@varde/storage";
import { findPsu } from "../../psus/find-psu.ts";
import type { Check } from "../check.ts";
import { isRefusal } from "../refusal.ts";

/** SCA: the PSU a request names is known to this TPP, and so is the agreement. */
export const checkPsu: Check = (context, bank) =>
  andThen(findPsu(context, bank), (psu) => {
    if (psu === undefined) return undefined;
    if (isRefusal(psu)) return psu;
    context.psu = psu;
    return undefined;
  });
