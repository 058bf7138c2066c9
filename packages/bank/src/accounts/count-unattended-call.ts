import assert from "node:assert/strict";
import { limits } from "@varde/protocol";
import { undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { readWorldTime } from "../ports/clock.ts";
import type { AccountId } from "../ports/ids.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import {
  type AccessCall,
  type AccessKey,
  type AccessKind,
  countCall,
  countNextCall,
  dayMs,
  listCalls,
  stillCounts,
} from "./access-store.ts";

/** A call that was admitted, and how it was counted. */
export interface CountedCall {
  /** When the listing it belongs to was counted; now if it starts a listing. */
  readonly startedAt: number;
  /** Whether it is a further page of a counted listing; such a page shows no later movements. */
  readonly isFurtherPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Exceeded {
  readonly accountId: AccountId;
  readonly calls: readonly AccessCall[];
}

/** LIM-09, LIM-11: counts a call without the PSU for each account it reads. */
export const countUnattendedCall = async (
  kind: AccessKind,
  accountIds: readonly AccountId[],
  context: RequestContext,
  bank: Bank,
  listing = "",
): Promise<CountedCall | Refusal> => {
  if (isPsuPresent(context)) {
    return { startedAt: context.now, isFurtherPage: false, headers: {} };
  }
  const { worldId } = accessedConsent(context);
  const { now, epoch } = await readWorldTime(worldId, bank.clock);
  const keys = accountIds.toSorted().map((accountId) => accessKey(kind, accountId, context, epoch));
  const counted = await countAll(keys, { at: now, listing }, bank);
  if ("exceeded" in counted) return refuseExceeded(counted.exceeded, kind, now);
  const startedAt = counted[0]?.at(-1)?.at ?? now;
  return { startedAt, isFurtherPage: false, headers: remainingHeaders(counted, now) };
};

/**
 * LIM-19: finds the counted listing that a further page belongs to. The caller says when the
 * listing started and what it listed, so both are compared with the last four counted calls.
 */
export const findCountedListing = async (
  accountId: AccountId,
  { at: startedAt, listing }: AccessCall,
  context: RequestContext,
  bank: Bank,
): Promise<CountedCall | undefined> => {
  const epoch = (await bank.clock.epoch?.(accessedConsent(context).worldId)) ?? 0;
  const key = accessKey("transactions", accountId, context, epoch);
  const calls = await bank.storage.read(() => listCalls(key));
  return calls.some((call) => call.at === startedAt && call.listing === listing)
    ? { startedAt, isFurtherPage: true, headers: remainingHeaders([calls], context.now) }
    : undefined;
};

const accessKey = (
  kind: AccessKind,
  accountId: AccountId,
  context: RequestContext,
  epoch: number,
): AccessKey => {
  const { worldId, consentId } = accessedConsent(context);
  return { worldId, consentId, accountId, kind, epoch };
};

const accessedConsent = ({ access }: RequestContext) => {
  assert(access !== undefined, "checkConsent runs first");
  return access.consent;
};

/** Counts the call for every account, or for none if one of them is over its limit. */
const countAll = async (keys: readonly AccessKey[], call: AccessCall, bank: Bank) => {
  const [key] = keys;
  if (key !== undefined && keys.length === 1) {
    const calls = await bank.storage.write(() => countNextCall(key, call));
    if (calls !== undefined) return [calls];
  }
  return bank.storage.write(function* () {
    const counted: (readonly AccessCall[])[] = [];
    const exceeded: Exceeded[] = [];
    for (const key of keys) {
      const { isAllowed, calls } = yield* countCall(key, call);
      if (isAllowed) counted.push(calls);
      else exceeded.push({ accountId: key.accountId, calls });
    }
    if (exceeded.length > 0) yield* undo({ exceeded });
    return counted;
  });
};

/** LIM-20: a call that reads several accounts must wait until all of them may be read. */
const refuseExceeded = (accounts: readonly Exceeded[], kind: AccessKind, now: number): Refusal => {
  const calls = accounts.map((account) => account.calls);
  const seconds = secondsUntil(Math.max(...calls.map((one) => nextCallAt(one, now))), now);
  const named = formatIds(accounts.map(({ accountId }) => accountId));
  return refuse(
    {
      code: "ACCESS_EXCEEDED",
      text:
        `Without the PSU, the ${kind} of an account can be read at most ` +
        `${limits.callsWithoutPsuPerDayMax} times in 24 hours. ` +
        `The limit is reached for ${named}. ` +
        `Try again in ${seconds} second${seconds === 1 ? "" : "s"}, or send PSU-IP-Address if ` +
        "the PSU is present.",
    },
    { headers: { "retry-after": String(seconds), ...remainingHeaders(calls, now) } },
  );
};

const namedMax = 3;

const formatIds = (ids: readonly string[]): string => {
  const more = ids.length - namedMax;
  const named = ids.slice(0, namedMax).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
};

/** SCA-23, SCA-24: a TPP sends PSU-IP-Address when the PSU is present, and only then. */
export const isPsuPresent = (context: RequestContext): boolean =>
  context.received.headers.has("psu-ip-address");

/** Whether the call is one that needs neither PSU nor session: balances and transactions only. */
export const isUnattendedCall = (context: RequestContext): boolean =>
  context.operation.session === "or-unattended" && !isPsuPresent(context);

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
