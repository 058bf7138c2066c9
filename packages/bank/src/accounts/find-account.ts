import type { Bank } from "../bank.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { RequestOf, WithAccess } from "../request/request-of.ts";

/** Accounts and card accounts have paths of their own; neither is found under the other's. */
export type AccountSort = "account" | "card";

/** The account a path names, which checkConsent has found to be granted. */
export const findGrantedAccount = async (
  sort: AccountSort,
  context: RequestOf<"readBalances">,
  bank: Bank,
): Promise<CoreAccount | Refusal> => {
  const { accountId } = context.received.parameters;
  const [account] = await bank.coreBank.listAccounts(context.tpp.worldId, [accountId]);
  return account !== undefined && isOfSort(account, sort) ? account : refuseUnknownAccount;
};

/** END-13: the granted accounts and no others. */
export const listGrantedAccounts = async (
  sort: AccountSort,
  context: RequestContext & WithAccess,
  bank: Bank,
): Promise<readonly CoreAccount[]> => {
  const { accountIds } = context.access;
  const accounts = await bank.coreBank.listAccounts(context.tpp.worldId, accountIds);
  return accounts.filter((account) => isOfSort(account, sort));
};

const isOfSort = (account: CoreAccount, sort: AccountSort): boolean =>
  account.isCard === (sort === "card");

/** The same for an account that is not there and for one that is another's. */
export const refuseUnknownAccount: Refusal = refuse({
  code: "RESOURCE_UNKNOWN",
  text: "The PSU has no such account in this bank.",
});
