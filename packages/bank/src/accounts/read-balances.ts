import type { UseCase } from "../bank.ts";
import { respondWith } from "../request/api-response.ts";
import { isRefusal } from "../request/refusal.ts";
import { countUnattendedCall } from "./count-unattended-call.ts";
import { findGrantedAccount } from "./find-account.ts";
import { presentAccountReference } from "./present-account.ts";
import { readAccountBalances } from "./read-with-balance.ts";

/** END-14: returns the balances of an account. */
export const readBalances: UseCase<"readBalances"> = async (context, bank) => {
  const account = await findGrantedAccount("account", context, bank);
  if (isRefusal(account)) return account;
  const { accountId } = account;
  const call = await countUnattendedCall("balances", [accountId], context, bank);
  if (isRefusal(call)) return call;
  const body = {
    account: presentAccountReference(account),
    ...(await readAccountBalances(account, context, bank)),
  };
  return respondWith(200, body, call.headers);
};
