import { type AcceptFix, type Balance, formatDateTime } from "@varde/protocol";
import type { Bank } from "../bank.ts";
import type { CoreAccount, CoreBalances } from "../ports/core-bank.ts";
import { PortFailed } from "../ports/guard/port-failed.ts";
import { isRefusal, type Refusal } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import { acceptedFixes } from "./accepted-fixes.ts";
import { countUnattendedCall } from "./count-unattended-call.ts";
import { presentAmount } from "./present-amount.ts";

export interface WithBalances {
  /** By account id; empty unless balances were requested. */
  readonly balances: ReadonlyMap<string, { readonly balances: readonly Balance[] }>;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the balances that withBalance adds to accounts. Without the PSU they are counted like
 * separate balance requests; otherwise the account list would bypass the limit.
 */
export const readWithBalance = async (
  accounts: readonly CoreAccount[],
  context: RequestContext,
  bank: Bank,
): Promise<WithBalances | Refusal> => {
  if (context.query.withBalance !== "true") return { balances: new Map(), headers: {} };
  const ids = accounts.map((account) => account.accountId);
  const call = await countUnattendedCall("balances", ids, context, bank);
  if (isRefusal(call)) return call;
  const pairs = await Promise.all(
    accounts.map(
      async (account) =>
        [account.accountId, await readAccountBalances(account, context, bank)] as const,
    ),
  );
  return { balances: new Map(pairs), headers: call.headers };
};

/** Reads and presents the balances of one account. */
export const readAccountBalances = async (
  account: CoreAccount,
  context: RequestContext,
  bank: Bank,
) => {
  const balances = await bank.coreBank.readBalances(context.tpp.worldId, account.accountId);
  if (balances === undefined) {
    throw new PortFailed("coreBank.readBalances returned no balances of an open account");
  }
  return { balances: presentBalances(account, balances, acceptedFixes(context)) };
};

/**
 * Presents the booked balance, the expected balance (after all reservations are booked) and the
 * available balance.
 */
const presentBalances = (
  account: CoreAccount,
  balances: CoreBalances,
  fixes: ReadonlySet<AcceptFix>,
): readonly Balance[] => {
  const lastChangeDateTime = formatDateTime(balances.changedAt);
  const balance = (balanceType: Balance["balanceType"], amountMinor: bigint) => ({
    balanceType,
    balanceAmount: presentAmount(amountMinor, account.currency, fixes),
    lastChangeDateTime,
  });
  return [
    balance("closingBooked", balances.bookedMinor),
    balance("expected", balances.expectedMinor),
    {
      ...balance("forwardAvailable", balances.availableMinor),
      creditLimitIncluded: account.creditLineMinor > 0n,
    },
  ];
};
