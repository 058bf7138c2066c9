import {
  type AcceptFix,
  type AccountDetails,
  operations,
  type ReadonlyDeep,
} from "@varde/protocol";
import type { CoreAccount } from "../ports/core-bank.ts";
import { linkTo } from "../request/links.ts";
import { presentCashAccountType } from "./present-cash-account-type.ts";

/** Presents an account for lists and details, without its balances. */
export const presentAccount = (
  account: CoreAccount,
  fixes: ReadonlySet<AcceptFix>,
): ReadonlyDeep<AccountDetails> => {
  const path = { accountId: account.accountId };
  const { cashAccountType } = account;
  return {
    resourceId: account.accountId,
    ...presentAccountReference(account),
    name: account.name,
    ...(account.product === undefined ? {} : { product: account.product }),
    ...(cashAccountType === undefined
      ? {}
      : { cashAccountType: presentCashAccountType(cashAccountType, fixes) }),
    ...(account.bic === undefined ? {} : { bic: account.bic }),
    _links: {
      self: linkTo([operations.readAccount], path),
      balances: linkTo([operations.readBalances], path),
      transactions: linkTo([operations.listTransactions], path),
    },
  };
};

/** Presents the account reference in responses with balances and transactions. */
export const presentAccountReference = (account: CoreAccount) => ({
  ...(account.bban === undefined ? {} : { bban: account.bban }),
  ...(account.iban === undefined ? {} : { iban: account.iban }),
  currency: account.currency,
});
