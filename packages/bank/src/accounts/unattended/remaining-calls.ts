import { limits } from "@varde/protocol";
import { type AccessCall, dayMs, stillCounts } from "./access-store.ts";

/** Returns when one more call is allowed: when the earliest counted call is a day old. */
export const nextCallAt = (calls: readonly AccessCall[], now: number): number =>
  Math.min(now, ...calls.filter((call) => stillCounts(call, now)).map(({ at }) => at)) + dayMs;

/** Rate limit headers for the account with the fewest calls left. */
export const remainingHeaders = (
  accounts: readonly (readonly AccessCall[])[],
  now: number,
): Readonly<Record<string, string>> => {
  const used = accounts.map((calls) => calls.filter((call) => stillCounts(call, now)).length);
  const most = Math.max(0, ...used);
  const freeAt = accounts
    .filter((_, at) => used[at] === most)
    .map((calls) => nextCallAt(calls, now));
  return {
    "ratelimit-limit": String(limits.callsWithoutPsuPerDayMax),
    "ratelimit-remaining": String(limits.callsWithoutPsuPerDayMax - most),
    "ratelimit-reset": String(secondsUntil(Math.max(now, ...freeAt), now)),
  };
};

export const secondsUntil = (at: number, now: number): number =>
  Math.max(0, Math.ceil((at - now) / 1000));
