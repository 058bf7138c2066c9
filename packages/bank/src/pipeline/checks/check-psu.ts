import { andThen } from "@varde/storage";
import { isRefusal } from "../../request/refusal.ts";
import type { Check } from "./check.ts";
import { findNamed, findPsu, namesByNumber } from "./find-psu.ts";

/**
 * Checks that this TPP knows the PSU and the agreement that the request names. HDR-37: whom
 * X-PSU-IDENTITY names is not checked, because the response would tell who is a customer.
 */
export const checkPsu: Check = (context, bank) =>
  namesByNumber(context)
    ? andThen(findNamed(context, bank), (named) => {
        if (isRefusal(named)) return named;
        context.named = named;
        return undefined;
      })
    : andThen(findPsu(context, bank), (psu) => {
        if (psu === undefined) return undefined;
        if (isRefusal(psu)) return psu;
        context.psu = psu;
        return undefined;
      });
