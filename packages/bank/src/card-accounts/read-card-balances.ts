import { findGrantedAccount } from "../accounts/find-account.ts";
import { balancesOf } from "../accounts/read-with-balance.ts";
import { answerWith } from "../request/answer.ts";
import { isRefusal } from "../request/refusal.ts";
import { countUnattendedCall } from "../unattended/count-unattended-call.ts";
import type { UseCase } from "../use-case.ts";
import { presentCardReference } from "./present-card-account.ts";

/** What is owed on a card and what can still be bought with it. */
export const readCardBalances: UseCase<"readCardBalances"> = async (context, bank) => {
  const account = await findGrantedAccount("card", context, bank);
  if (isRefusal(account)) return account;
  const { accountId } = account;
  const call = await countUnattendedCall("balances", [accountId], context, bank);
  if (isRefusal(call)) return call;
  const body = {
    cardAccount: presentCardReference(account),
    ...(await balancesOf(account, context, bank)),
  };
  return answerWith(200, body, call.headers);
};
