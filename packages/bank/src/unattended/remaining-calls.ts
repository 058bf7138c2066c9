import { limits } from "@varde/protocol";
import { type AccessCall, countsStill, dayMs } from "./access-store.ts";

/** When one more call may be made: the earliest that counts must be a day old. */
export const nextCallAt = (calls: readonly AccessCall[], now: number): number =>
  Math.min(now, ...calls.filter((call) => countsStill(call, now)).map(({ at }) => at)) + dayMs;

/** How many calls are left of the account with the fewest, and when there is one more. */
export const remainingHeaders = (
  accounts: readonly (readonly AccessCall[])[],
  now: number,
): Readonly<Record<string, string>> => {
  const used = accounts.map((calls) => calls.filter((call) => countsStill(call, now)).length);
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
