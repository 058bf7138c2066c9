import {
  type AcceptFix,
  type CardAccountDetails,
  operations,
  type ReadonlyDeep,
} from "@varde/protocol";
import type { CoreAccount } from "../../ports/core-bank.ts";
import { linkTo } from "../../request/links.ts";
import { presentAmount } from "../present-amount.ts";

/** Maximum length of a card account's name before longer names became the default. */
const shortNameCharactersMax = 35;

/** Presents a card account for lists and details, without its balances. */
export const presentCardAccount = (
  account: CoreAccount,
  fixes: ReadonlySet<AcceptFix>,
): ReadonlyDeep<CardAccountDetails> => {
  const path = { accountId: account.accountId };
  const { cardReference: reference, status } = account.card ?? {};
  return {
    resourceId: account.accountId,
    ...presentCardReference(account),
    name: presentName(account.name, fixes),
    ...(account.product === undefined ? {} : { product: account.product }),
    ...(status === undefined ? {} : { status }),
    creditLimit: presentAmount(account.creditLineMinor, account.currency, fixes),
    // NDC-19: only a card that can pay has the account to pay from.
    ...(reference === undefined || !account.mayPay ? {} : { relatedAccount: reference }),
    _links: {
      self: linkTo([operations.readCardAccount], path),
      balances: linkTo([operations.readCardBalances], path),
      transactions: linkTo([operations.listCardTransactions], path),
    },
  };
};

export const presentCardReference = (account: CoreAccount) => ({
  maskedPan: account.card?.maskedPan ?? "",
  currency: account.currency,
});

/**
 * VER-06: returns the whole name. Before that became the default, it was cut unless the TPP
 * requested the fix.
 */
const presentName = (name: string, fixes: ReadonlySet<AcceptFix>): string =>
  fixes.has("longer-names") ? name : [...name].slice(0, shortNameCharactersMax).join("");
