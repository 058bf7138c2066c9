import { limits, statusByCode } from "@varde/protocol";
import { nextCallAt, remainingHeaders, secondsUntil } from "../accounts/count-unattended-call.ts";
import type { Bank } from "../bank.ts";
import type { Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { refuseWithSca } from "../sca/start/refuse-with-sca.ts";

/**
 * Adds to a refusal requested by an intervention what one of its kind contains: the link to an SCA,
 * and when to retry.
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
      const { violations, ...more } = refuseWithSca(violation, context, bank);
      // Keeps the requested text, unless TPP-Redirect-URI is missing and no SCA can start.
      const shown = more.startSca === undefined ? violations : refusal.violations;
      return { ...refusal, ...more, violations: shown };
    }
    case 429:
      return { ...refusal, headers: { ...exceededHeaders(context.now), ...refusal.headers } };
    case 503:
      return { ...refusal, headers: { "retry-after": "2", ...refusal.headers } };
    default:
      return refusal;
  }
};

/** Returns the headers of a TPP that has just used up its calls of a day. */
const exceededHeaders = (now: number): Readonly<Record<string, string>> => {
  const calls = Array<{ at: number; listing: string }>(limits.callsWithoutPsuPerDayMax).fill({
    at: now,
    listing: "",
  });
  const seconds = secondsUntil(nextCallAt(calls, now), now);
  return { "retry-after": String(seconds), ...remainingHeaders([calls], now) };
};
