import type { UseCase } from "../bank.ts";
import { respondWith } from "../request/api-response.ts";
import { isRefusal } from "../request/refusal.ts";
import { acceptedFixes } from "./accepted-fixes.ts";
import { findGrantedAccount, listGrantedAccounts } from "./find-account.ts";
import { presentAccount } from "./present-account.ts";
import { readWithBalance } from "./read-with-balance.ts";

/** END-13: lists the accounts that the PSU has granted. */
export const listAccounts: UseCase<"listAccounts"> = async (context, bank) => {
  const found = await listGrantedAccounts("account", context, bank);
  const read = await readWithBalance(found, context, bank);
  if (isRefusal(read)) return read;
  const accounts = found.map((account) => ({
    ...presentAccount(account, acceptedFixes(context)),
    ...read.balances.get(account.accountId),
  }));
  return respondWith(200, { accounts }, read.headers);
};

export const readAccount: UseCase<"readAccount"> = async (context, bank) => {
  const found = await findGrantedAccount("account", context, bank);
  if (isRefusal(found)) return found;
  const read = await readWithBalance([found], context, bank);
  if (isRefusal(read)) return read;
  const account = {
    ...presentAccount(found, acceptedFixes(context)),
    ...read.balances.get(found.accountId),
  };
  return respondWith(200, { account }, read.headers);
};
