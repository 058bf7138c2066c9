import assert from "node:assert/strict";
import { limits } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import { type Refusal, refuse } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import { type AccessKey, type AccessKind, countCall, dayMs, listCalls } from "./access-store.ts";
import { isPsuPresent } from "./is-psu-present.ts";

/** What a call that may go on has to know of the count. */
export interface CountedCall {
  /** When the listing it belongs to was counted, else now. */
  readonly startedAt: number;
  /** A further page of a listing that was counted: nothing that came later may show on it. */
  readonly isFurtherPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

/** Thrown inside the unit, so that a call that may not be made for one account counts for none. */
class AccessExceeded extends Error {
  readonly calls: readonly number[];
  constructor(calls: readonly number[]) {
    super("exceeded");
    this.calls = calls;
  }
}

/**
 * LIM-09, LIM-11: a call without the PSU is counted for each account it reads. One for a further
 * page, told by when its listing started, is not: that listing must be among the last four calls.
 */
export const countUnattendedCall = async (
  kind: AccessKind,
  accountIds: readonly string[],
  context: RequestContext,
  bank: Bank,
  listingStartedAt?: number,
): Promise<CountedCall | Refusal> => {
  const { now, access } = context;
  if (isPsuPresent(context)) return { startedAt: now, isFurtherPage: false, headers: {} };
  assert(access !== undefined, "checkConsent comes first");
  const { worldId, consentId } = access.consent;
  const keys = accountIds.toSorted().map((accountId) => ({ worldId, consentId, accountId, kind }));
  if (listingStartedAt !== undefined) {
    const calls = await listed(keys, bank);
    if (listingStartedAt > now - dayMs && calls.includes(listingStartedAt)) {
      const headers = remainingHeaders([calls], now);
      return { startedAt: listingStartedAt, isFurtherPage: true, headers };
    }
  }
  const counted = await countAll(keys, now, bank);
  if (counted instanceof AccessExceeded) return refuseExceeded(counted.calls, kind, now);
  const headers = remainingHeaders(counted, now);
  return { startedAt: now, isFurtherPage: false, headers };
};

const listed = async (keys: readonly AccessKey[], bank: Bank): Promise<readonly number[]> => {
  const [key] = keys;
  return key === undefined ? [] : bank.storage.read(() => listCalls(key));
};

const countAll = (keys: readonly AccessKey[], now: number, bank: Bank) =>
  bank.storage
    .write(function* () {
      const counted: (readonly number[])[] = [];
      for (const key of keys) {
        const calls = yield* countCall(key, now);
        if (calls === undefined) throw new AccessExceeded(yield* listCalls(key));
        counted.push(calls);
      }
      return counted;
    })
    .catch((error: unknown) => {
      if (error instanceof AccessExceeded) return error;
      throw error;
    });

/** How many calls are left of the account with the fewest, and when there is one more. */
const remainingHeaders = (
  counted: readonly (readonly number[])[],
  now: number,
): Readonly<Record<string, string>> => {
  const inWindow = counted.map((calls) => calls.filter((at) => at > now - dayMs && at <= now));
  const used = Math.max(0, ...inWindow.map((calls) => calls.length));
  const oldest = Math.min(now, ...inWindow.flat());
  return {
    "ratelimit-limit": String(limits.callsWithoutPsuPerDayMax),
    "ratelimit-remaining": String(limits.callsWithoutPsuPerDayMax - used),
    "ratelimit-reset": String(secondsUntil(oldest + dayMs, now)),
  };
};

/** LIM-20. */
const refuseExceeded = (calls: readonly number[], kind: AccessKind, now: number): Refusal => {
  const seconds = secondsUntil((calls[0] ?? now) + dayMs, now);
  return refuse(
    {
      code: "ACCESS_EXCEEDED",
      text:
        `Without the PSU, ${kind} of an account are read at most ` +
        `${limits.callsWithoutPsuPerDayMax} times in 24 hours. Try again in ${seconds} seconds, ` +
        "or send PSU-IP-Address when the PSU is there.",
    },
    { headers: { "retry-after": String(seconds), ...remainingHeaders([calls], now) } },
  );
};

const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000));
