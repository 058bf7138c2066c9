import assert from "node:assert/strict";
import { limits } from "@varde/protocol";
import { undo } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import {
  type AccessCall,
  type AccessKey,
  type AccessKind,
  countCall,
  listCalls,
} from "./access-store.ts";
import { isPsuPresent } from "./is-psu-present.ts";
import { nextCallAt, remainingHeaders, secondsUntil } from "./remaining-calls.ts";

/** What a call that may go on has to know of the count. */
export interface CountedCall {
  /** When the listing it belongs to was counted, else now. */
  readonly startedAt: number;
  /** A further page of a listing that was counted: nothing that came later may show on it. */
  readonly isFurtherPage: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface Exceeded {
  readonly accountId: string;
  readonly calls: readonly AccessCall[];
}

/** LIM-09, LIM-11: a call without the PSU is counted for each account it reads. */
export const countUnattendedCall = async (
  kind: AccessKind,
  accountIds: readonly string[],
  context: RequestContext,
  bank: Bank,
  listing = "",
): Promise<CountedCall | Refusal> => {
  const { now } = context;
  if (isPsuPresent(context)) return { startedAt: now, isFurtherPage: false, headers: {} };
  const keys = accountIds.toSorted().map((accountId) => keyOf(kind, accountId, context));
  const counted = await countAll(keys, { at: now, listing }, bank);
  if ("exceeded" in counted) return refuseExceeded(counted.exceeded, kind, now);
  return { startedAt: now, isFurtherPage: false, headers: remainingHeaders(counted, now) };
};

/**
 * LIM-19: a further page is not counted again, if its listing is among the last four calls. When
 * and what it listed the caller says, so both are held against what was counted.
 */
export const findCountedListing = async (
  accountId: string,
  { at: startedAt, listing }: AccessCall,
  context: RequestContext,
  bank: Bank,
): Promise<CountedCall | undefined> => {
  const key = keyOf("transactions", accountId, context);
  const calls = await bank.storage.read(() => listCalls(key));
  return calls.some((call) => call.at === startedAt && call.listing === listing)
    ? { startedAt, isFurtherPage: true, headers: remainingHeaders([calls], context.now) }
    : undefined;
};

const keyOf = (kind: AccessKind, accountId: string, { access }: RequestContext): AccessKey => {
  assert(access !== undefined, "checkConsent comes first");
  const { worldId, consentId } = access.consent;
  return { worldId, consentId, accountId, kind };
};

/** Counts the call for every account, or for none if one of them may not be read. */
const countAll = (keys: readonly AccessKey[], call: AccessCall, bank: Bank) =>
  bank.storage.write(function* () {
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

/** LIM-20: a call that reads several accounts may be made when the last of them may be read. */
const refuseExceeded = (accounts: readonly Exceeded[], kind: AccessKind, now: number): Refusal => {
  const calls = accounts.map((account) => account.calls);
  const seconds = secondsUntil(Math.max(...calls.map((one) => nextCallAt(one, now))), now);
  const named = namesOf(accounts.map(({ accountId }) => accountId));
  return refuse(
    {
      code: "ACCESS_EXCEEDED",
      text:
        `Without the PSU, ${kind} of an account are read at most ` +
        `${limits.callsWithoutPsuPerDayMax} times in 24 hours, and those of ${named} have been. ` +
        `Try again in ${seconds} seconds, or send PSU-IP-Address when the PSU is there.`,
    },
    { headers: { "retry-after": String(seconds), ...remainingHeaders(calls, now) } },
  );
};

const namedMax = 3;

const namesOf = (ids: readonly string[]): string => {
  const more = ids.length - namedMax;
  const named = ids.slice(0, namedMax).join(", ");
  return more > 0 ? `${named} and ${more} more` : named;
};
