import type { Bank } from "../bank.ts";
import type { CoreAccount } from "../ports/core-bank.ts";
import { type Refusal, refuse } from "../request/refusal.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { RequestOf, WithAccess } from "../request/request-of.ts";

/**
 * Accounts and card accounts have different paths; neither is found under the path of the other.
 */
export type AccountResource = "account" | "card";

/** Finds the account in the path, which checkConsent has found to be granted. */
export const findGrantedAccount = async (
  resource: AccountResource,
  context: RequestOf<"readBalances">,
  bank: Bank,
): Promise<CoreAccount | Refusal> => {
  const { accountId } = context.received.parameters;
  const [account] = await bank.coreBank.listAccounts(context.tpp.worldId, [accountId]);
  return account !== undefined && isServedAs(account, resource) ? account : refuseUnknownAccount;
};

/** END-13: lists only the granted accounts. */
export const listGrantedAccounts = async (
  resource: AccountResource,
  context: RequestContext & WithAccess,
  bank: Bank,
): Promise<readonly CoreAccount[]> => {
  const { accountIds } = context.access;
  const accounts = await bank.coreBank.listAccounts(context.tpp.worldId, accountIds);
  const listed = accounts.filter((account) => isServedAs(account, resource));
  context.listedAccountIds = listed.map((account) => account.accountId);
  return listed;
};

const isServedAs = (account: CoreAccount, resource: AccountResource): boolean =>
  account.isCard === (resource === "card");

/** An unknown account and another PSU's account get the same response. */
export const refuseUnknownAccount: Refusal = refuse({
  code: "RESOURCE_UNKNOWN",
  text: "The PSU has no such account in this bank.",
});
