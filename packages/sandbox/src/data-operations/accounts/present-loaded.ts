import type {
  Account,
  BookedTransaction,
  CurrencyExchange,
  Party,
  TransactionToPost,
} from "@varde/ledger";
import { type Currency, formatAmount } from "@varde/protocol";
import { givenTexts } from "./given-texts.ts";

/** Presents a transaction with the fields it was loaded with. */
export const presentLoaded = (
  account: Account,
  transaction: TransactionToPost | BookedTransaction,
  transactionId: string,
): object =>
  account.kind === "card"
    ? cardTransaction(account, transaction, transactionId)
    : accountTransaction(account, transaction, transactionId);

type Loaded = TransactionToPost | BookedTransaction;

const accountTransaction = (account: Account, loaded: Loaded, transactionId: string): object => {
  const { texts } = loaded;
  return {
    transactionId,
    transactionAmount: money(loaded.amountMinor, account.currency),
    bookingDate: loaded.bookingDate,
    valueDate: loaded.valueDate,
    ...party("creditor", texts.creditor),
    ...given("creditorId", texts.attributes?.creditorId),
    ...party("debtor", texts.debtor),
    ...given("ultimateCreditor", texts.ultimateCreditor),
    ...given("ultimateDebtor", texts.ultimateDebtor),
    ...given("remittanceInformationUnstructured", texts.remittanceUnstructured?.[0]),
    ...given("remittanceInformationStructured", texts.remittanceStructured?.[0]?.reference),
    ...given("endToEndId", texts.endToEndId),
    ...given("entryReference", texts.references?.[0]),
    ...given("purposeCode", texts.purposeCode),
    ...given("bankTransactionCode", texts.bankTransactionCode),
    ...given("proprietaryBankTransactionCode", texts.proprietaryBankTransactionCode),
  };
};

/** Fields of a card transaction that the sandbox stores and returns, but does not interpret. */
export const cardTransactionAttributes = [
  "cardTransactionId",
  "terminalId",
  "merchantCategoryCode",
  "markupFeePercentage",
  "cardAcceptorId",
  "maskedPan",
] as const;

const cardTransaction = (account: Account, loaded: Loaded, cardTransactionId: string): object => {
  const { texts, exchange } = loaded;
  const { attributes = {} } = texts;
  const { cardAcceptorAddress } = attributes;
  return {
    cardTransactionId,
    ...givenTexts(attributes, [...cardTransactionAttributes, "markupFee"]),
    ...(cardAcceptorAddress === undefined
      ? {}
      : { cardAcceptorAddress: JSON.parse(cardAcceptorAddress) }),
    transactionAmount: money(loaded.amountMinor, account.currency),
    ...(exchange ? { originalAmount: originalOf(exchange, loaded.amountMinor) } : {}),
    transactionDate: attributes.transactionDate ?? loaded.valueDate,
    bookingDate: loaded.bookingDate,
    ...given("transactionDetails", texts.remittanceUnstructured?.[0] ?? texts.creditor?.name),
    ...(attributes.invoiced === undefined ? {} : { invoiced: attributes.invoiced === "true" }),
    ...given("proprietaryBankTransactionCode", texts.proprietaryBankTransactionCode),
  };
};

/** Gives the stored original amount, which has no sign, the sign of the booked amount. */
const originalOf = ({ originalMinor, originalCurrency }: CurrencyExchange, amountMinor: bigint) =>
  money(amountMinor < 0n ? -originalMinor : originalMinor, originalCurrency);

const money = (minor: bigint, currency: string) => ({
  amount: formatAmount(minor, currency as Currency),
  currency,
});

const party = (role: string, { name, bban, iban }: Party = {}): object => ({
  ...given(`${role}Name`, name),
  ...(bban === undefined && iban === undefined
    ? {}
    : { [`${role}Account`]: { ...given("bban", bban), ...given("iban", iban) } }),
});

const given = (name: string, value: string | undefined): object =>
  value === undefined ? {} : { [name]: value };
