import { andThen } from "@varde/storage";
import { isRefusal } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { findPsu } from "./find-psu.ts";

/** Checks that this TPP knows the PSU and the agreement that the request names. */
export const checkPsu: Check = (context, bank) =>
  andThen(findPsu(context, bank), (psu) => {
    if (psu === undefined) return undefined;
    if (isRefusal(psu)) return psu;
    context.psu = psu;
    return undefined;
  });
