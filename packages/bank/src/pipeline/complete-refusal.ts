import { limits, statusByCode } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import type { Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { refuseWithSca } from "../sca/refuse-with-sca.ts";
import { nextCallAt, remainingHeaders, secondsUntil } from "../unattended/remaining-calls.ts";

/**
 * A refusal that was wanted from outside, with all that goes with one of its kind: the link to an
 * SCA, and when to try again.
 */
export const completeRefusal = async (
  refusal: Refusal,
  context: RequestContext,
  bank: Bank,
): Promise<Refusal> => {
  const [violation] = refusal.violations;
  switch (violation.status ?? statusByCode[violation.code]) {
    case 401: {
      if (context.operation.sca === "none") return refusal;
      const { violations, ...more } = await refuseWithSca(violation, context, bank);
      // The text stays as it was wanted, unless there is no address to come back to.
      const said = more.scaRedirect === undefined ? violations : refusal.violations;
      return { ...refusal, ...more, violations: said };
    }
    case 429:
      return { ...refusal, headers: { ...exceededHeaders(context.now), ...refusal.headers } };
    case 503:
      return { ...refusal, headers: { "retry-after": "2", ...refusal.headers } };
    default:
      return refusal;
  }
};

/** As if the calls of a day had been made just now. */
const exceededHeaders = (now: number): Readonly<Record<string, string>> => {
  const calls = Array<{ at: number; listing: string }>(limits.callsWithoutPsuPerDayMax).fill({
    at: now,
    listing: "",
  });
  const seconds = secondsUntil(nextCallAt(calls, now), now);
  return { "retry-after": String(seconds), ...remainingHeaders([calls], now) };
};
