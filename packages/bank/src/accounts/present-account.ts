import {
  type AcceptFix,
  type AccountDetails,
  operations,
  type ReadonlyDeep,
} from "@varde/protocol";
import type { CoreAccount } from "../ports/core-bank.ts";
import { linkTo } from "../request/links.ts";

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

/** ISO 20022 account type codes, each with the bank's own word from before it used them. */
const ownWords: Readonly<Record<string, string>> = {
  CACC: "Brukskonto",
  CARD: "Kortkonto",
  CASH: "Kontantkonto",
  LOAN: "Lånekonto",
  MGLD: "Plasseringskonto",
  SACC: "Oppgjørskonto",
  SLRY: "Lønnskonto",
  SVGS: "Sparekonto",
  TAXE: "Skattetrekkskonto",
  TRAN: "Transaksjonskonto",
  TRAS: "Kassekonto",
};

const codes = new Map(
  Object.entries(ownWords).map(([code, word]) => [word.toLowerCase(), code] as const),
);

/**
 * VER-07: returns the ISO 20022 code. Before that became the default, it was the bank's own word
 * unless the TPP requested the fix.
 */
export const presentCashAccountType = (known: string, fixes: ReadonlySet<AcceptFix>): string => {
  const isCode = known.toUpperCase() in ownWords;
  if (fixes.has("cash-account-type-iso")) {
    return isCode ? known.toUpperCase() : (codes.get(known.toLowerCase()) ?? "OTHR");
  }
  return isCode ? (ownWords[known.toUpperCase()] ?? known) : known;
};
