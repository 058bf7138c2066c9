import type { UseCase } from "../../bank.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal } from "../../request/refusal.ts";
import { countUnattendedCall } from "../count-unattended-call.ts";
import { findGrantedAccount } from "../find-account.ts";
import { readAccountBalances } from "../read-with-balance.ts";
import { presentCardReference } from "./present-card-account.ts";

/** Returns the debt and the remaining credit of a card account. */
export const readCardBalances: UseCase<"readCardBalances"> = async (context, bank) => {
  const account = await findGrantedAccount("card", context, bank);
  if (isRefusal(account)) return account;
  const { accountId } = account;
  const call = await countUnattendedCall("balances", [accountId], context, bank);
  if (isRefusal(call)) return call;
  const body = {
    cardAccount: presentCardReference(account),
    ...(await readAccountBalances(account, context, bank)),
  };
  return respondWith(200, body, call.headers);
};
