import type { UseCase } from "../../bank.ts";
import { respondWith } from "../../request/api-response.ts";
import { isRefusal } from "../../request/refusal.ts";
import { acceptedFixes } from "../accepted-fixes.ts";
import { findGrantedAccount, listGrantedAccounts } from "../find-account.ts";
import { readWithBalance } from "../read-with-balance.ts";
import { presentCardAccount } from "./present-card-account.ts";

/** Lists the card accounts that the PSU has granted; the list may be empty. */
export const listCardAccounts: UseCase<"listCardAccounts"> = async (context, bank) => {
  const found = await listGrantedAccounts("card", context, bank);
  const read = await readWithBalance(found, context, bank);
  if (isRefusal(read)) return read;
  const cardAccounts = found.map((account) => ({
    ...presentCardAccount(account, acceptedFixes(context)),
    ...read.balances.get(account.accountId),
  }));
  return respondWith(200, { cardAccounts }, read.headers);
};

export const readCardAccount: UseCase<"readCardAccount"> = async (context, bank) => {
  const found = await findGrantedAccount("card", context, bank);
  if (isRefusal(found)) return found;
  const read = await readWithBalance([found], context, bank);
  if (isRefusal(read)) return read;
  const cardAccount = {
    ...presentCardAccount(found, acceptedFixes(context)),
    ...read.balances.get(found.accountId),
  };
  return respondWith(200, { cardAccount }, read.headers);
};
