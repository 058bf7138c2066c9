import { andThen } from "@varde/storage";
import { isRefusal } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { findPsu } from "./find-psu.ts";

/** SCA: the PSU a request names is known to this TPP, and so is the agreement. */
export const checkPsu: Check = (context, bank) =>
  andThen(findPsu(context, bank), (psu) => {
    if (psu === undefined) return undefined;
    if (isRefusal(psu)) return psu;
    context.psu = psu;
    return undefined;
  });
