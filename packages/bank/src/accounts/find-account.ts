import assert from "node:assert/strict";
import type { Bank } from "../bank.ts";
import { refuseUnknownAccount } from "../http/checks/check-consent.ts";
import type { Refusal } from "../http/refusal.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { CoreAccount } from "../ports/core-bank.ts";

/** Accounts and card accounts have paths of their own; neither is found under the other's. */
export type AccountSort = "account" | "card";

/** The account a path names, which checkConsent has found to be granted. */
export const findGrantedAccount = async (
  sort: AccountSort,
  context: RequestContext,
  bank: Bank,
): Promise<CoreAccount | Refusal> => {
  const { accountId = "" } = context.received.parameters;
  const [account] = await bank.coreBank.listAccounts(context.tpp.worldId, [accountId]);
  return account !== undefined && isOfSort(account, sort) ? account : refuseUnknownAccount;
};

/** END-13: the granted accounts and no others. */
export const listGrantedAccounts = async (
  sort: AccountSort,
  context: RequestContext,
  bank: Bank,
): Promise<readonly CoreAccount[]> => {
  assert(context.access !== undefined, "checkConsent comes first");
  const { accountIds } = context.access;
  const accounts = await bank.coreBank.listAccounts(context.tpp.worldId, accountIds);
  return accounts.filter((account) => isOfSort(account, sort));
};

const isOfSort = (account: CoreAccount, sort: AccountSort): boolean =>
  account.isCard === (sort === "card");
