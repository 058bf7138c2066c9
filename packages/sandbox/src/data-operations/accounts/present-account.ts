import { linkTo } from "@varde/bank";
import type { Account } from "@varde/ledger";
import { type Currency, formatAmount, formatDateTime, operations } from "@varde/protocol";
import { addMinor, knownMinor } from "@varde/protocol/money";
import { givenTexts } from "./given-texts.ts";

/** Presents an account or card with the fields it was created with. */
export const presentSandboxAccount = (
  account: Account,
  customerNumber: string | undefined,
): object => ({
  resourceId: account.id,
  ...(customerNumber === undefined ? {} : { customerNumber }),
  accountName: account.name,
  ...(account.kind === "card" ? cardFields(account) : accountFields(account)),
  balances: presentBalances(account),
  _links: accountLinks(account),
});

const accountFields = (account: Account): object => ({
  bban: account.bban,
  iban: account.iban,
  currency: account.currency,
  ...(account.product === "" ? {} : { product: account.product }),
  cashAccountType: account.cashAccountType,
  creditLine: format(account.creditLineMinor, account),
});

/** Fields of a card account that the sandbox stores and returns, but does not interpret. */
export const cardAttributes = [
  "relatedAccount",
  "status",
  "cardId",
  "cardIdVNo",
  "accountNumber",
  "expiryDate",
  "expiry",
] as const;

const cardFields = (account: Account): object => ({
  maskedPan: account.attributes.maskedPan ?? "",
  currency: account.currency,
  ...(account.product === "" ? {} : { product: account.product }),
  creditLimit: format(account.creditLineMinor, account),
  ...givenTexts(account.attributes, cardAttributes),
  ...(account.bban === null ? {} : { relatedAccount: account.bban }),
});

const presentBalances = (account: Account): readonly object[] => {
  const { bookedMinor, reservedMinor, creditLineMinor, currency } = account;
  const lastChangeDateTime = formatDateTime(Number(account.changedAt));
  const balance = (balanceType: string, minor: bigint) => ({
    balanceType,
    balanceAmount: { amount: format(minor, account), currency },
    lastChangeDateTime,
  });
  return [
    balance("closingBooked", bookedMinor),
    balance("expected", knownMinor(addMinor(bookedMinor, -reservedMinor))),
    balance("forwardAvailable", knownMinor(addMinor(bookedMinor, -reservedMinor, creditLineMinor))),
  ];
};

const accountLinks = (account: Account): object => {
  const path = { accountId: account.id };
  return account.kind === "card"
    ? {
        self: linkTo(
          [operations.readSandboxCardAccount, operations.deleteSandboxCardAccount],
          path,
        ),
        transactions: linkTo(
          [
            operations.listSandboxCardTransactions,
            operations.createSandboxCardTransactions,
            operations.deleteSandboxCardTransactions,
          ],
          path,
        ),
      }
    : {
        self: linkTo([operations.readSandboxAccount, operations.deleteSandboxAccount], path),
        transactions: linkTo(
          [
            operations.listSandboxTransactions,
            operations.createSandboxTransactions,
            operations.deleteSandboxTransactions,
          ],
          path,
        ),
      };
};

const format = (minor: bigint, { currency }: Account): string =>
  formatAmount(minor, currency as Currency);
