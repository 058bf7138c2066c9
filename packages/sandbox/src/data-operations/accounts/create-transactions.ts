import assert from "node:assert/strict";
import { isRefusal, osloDay, type Refusal, refuse, refuseAll, respondWith } from "@varde/bank";
import {
  type Account,
  type CurrencyExchange,
  isLedgerRefusal,
  type Party,
  type TransactionToPost,
} from "@varde/ledger";
import {
  type Currency,
  isInvalid,
  parseIsoDate,
  parseLooseAmount,
  type SandboxCardTransactionsBody,
  type SandboxTransactionsBody,
  type Violation,
} from "@varde/protocol";
import { isMinor } from "@varde/protocol/money";
import { type DataOperation, type DataParts, unknownRecord, warnUnstored } from "../data-parts.ts";
import { givenTexts } from "./given-texts.ts";
import { findSandboxAccount } from "./list-accounts.ts";
import { cardTransactionAttributes, presentLoaded } from "./present-loaded.ts";

/**
 * Loads history into an account. The balance stays the same; the opening balance before the history
 * is calculated back from it.
 */
export const createSandboxTransactions: DataOperation<"accountId"> = async (context, parts) => {
  const account = await findSandboxAccount("account", context, parts);
  if (isRefusal(account)) return account;
  const faults: Violation[] = [];
  const unstored: string[] = [];
  const today = osloDay(context.now);
  const transactions = (context.body as SandboxTransactionsBody).map((one, at) => {
    faults.push(...datesInOrder(one.bookingDate, one.valueDate, today, at));
    unstored.push(...unstoredAmount(one, at));
    const { creditorAccount, debtorAccount } = one;
    return {
      bookingDate: one.bookingDate,
      valueDate: one.valueDate,
      amountMinor: readAccountAmount(one, account, at, faults),
      texts: {
        ...toParty("creditor", one.creditorName, creditorAccount),
        ...toParty("debtor", one.debtorName, debtorAccount),
        ...given("ultimateCreditor", one.ultimateCreditor),
        ...given("ultimateDebtor", one.ultimateDebtor),
        ...listed("remittanceUnstructured", one.remittanceInformationUnstructured),
        ...given("endToEndId", one.endToEndId),
        ...listed("references", one.entryReference),
        ...given("purposeCode", one.purposeCode),
        ...given("bankTransactionCode", one.bankTransactionCode),
        ...given("proprietaryBankTransactionCode", one.proprietaryBankTransactionCode),
        ...(one.creditorId ? { attributes: { creditorId: one.creditorId } } : {}),
      },
    };
  });
  warnUnstored(context, unstored);
  return post(account, transactions, faults, context.now, parts);
};

/** Loads purchases and payments into a card account; a purchase is negative. */
export const createSandboxCardTransactions: DataOperation<"accountId"> = async (context, parts) => {
  const account = await findSandboxAccount("card", context, parts);
  if (isRefusal(account)) return account;
  const faults: Violation[] = [];
  const unstored: string[] = [];
  const today = osloDay(context.now);
  const transactions = (context.body as SandboxCardTransactionsBody).map((one, at) => {
    const transactionDate = one.transactionDate ?? one.bookingDate ?? "";
    const bookingDate = one.bookingDate ?? transactionDate;
    faults.push(...datesInOrder(transactionDate, bookingDate, today, at, "transactionDate"));
    const amountMinor = readAccountAmount(one, account, at, faults);
    const exchange = deriveExchange(one.originalAmount, amountMinor, account, at, faults);
    unstored.push(...unstoredAmount(one, at), ...unstoredOfCard(one, exchange, account, at));
    return {
      bookingDate,
      valueDate: bookingDate,
      amountMinor,
      ...(exchange === undefined ? {} : { exchange }),
      texts: {
        ...listed("remittanceUnstructured", one.transactionDetails),
        ...given("proprietaryBankTransactionCode", one.proprietaryBankTransactionCode),
        attributes: {
          transactionDate,
          ...givenTexts(one, [...cardTransactionAttributes, "invoiced"]),
          ...given("markupFee", markupFee(one.markupFee)),
          ...(one.cardAcceptorAddress === undefined
            ? {}
            : { cardAcceptorAddress: JSON.stringify(one.cardAcceptorAddress) }),
        },
      },
    };
  });
  warnUnstored(context, unstored);
  return post(account, transactions, faults, context.now, parts);
};

const post = async (
  account: Account,
  transactions: readonly TransactionToPost[],
  faults: readonly Violation[],
  now: number,
  { ledger }: DataParts,
) => {
  const refusal: Refusal | undefined = refuseAll(faults);
  if (refusal !== undefined) return refusal;
  const { worldId, id: accountId } = account;
  const history = { worldId, accountId, transactions, balance: "unchanged" } as const;
  const ids = await ledger.postTransactions(history, BigInt(now));
  if (isLedgerRefusal(ids)) {
    if (ids.refused === "balance-too-large") {
      return refuse({ code: "FORMAT_ERROR", text: ids.text });
    }
    assert(ids.refused === "account-unknown", "Loaded history does not move the balance.");
    // The account was closed after it was found.
    return unknownRecord("account");
  }
  const posted = transactions.map((one, at) => presentLoaded(account, one, ids[at] as string));
  return respondWith(201, posted);
};

type LooseMoney = { readonly amount: string | number; readonly currency: string };
type CardTransactionBody = SandboxCardTransactionsBody[number];

const markupFee = (fee: CardTransactionBody["markupFee"]): string | undefined =>
  fee === undefined ? undefined : String(typeof fee === "object" ? fee.amount : fee);

/** Reads the amount from transactionAmount, or else from the fields amount and currency. */
const readAccountAmount = (
  one: SandboxTransactionsBody[number] | CardTransactionBody,
  { currency }: Account,
  at: number,
  faults: Violation[],
): bigint => {
  const isFlat = one.transactionAmount === undefined;
  const path = isFlat ? `/${at}` : `/${at}/transactionAmount`;
  const { amount, currency: given } = one;
  const flat =
    amount === undefined || given === undefined ? undefined : { amount, currency: given };
  const money = one.transactionAmount ?? flat;
  if (money === undefined) {
    const text = "transactionAmount is missing; give an object with amount and currency.";
    faults.push({ code: "FORMAT_ERROR", path: `${path}/transactionAmount`, text });
    return 0n;
  }
  if (money.currency !== currency) {
    const text = `The currency must be the account's, ${currency}.`;
    faults.push({ code: "FORMAT_ERROR", path: `${path}/currency`, text });
  }
  return readAmount(money, `${path}/amount`, faults);
};

/** Lists the flat amount of a transaction that also has another transactionAmount. */
const unstoredAmount = (
  { transactionAmount, amount, currency }: SandboxTransactionsBody[number] | CardTransactionBody,
  at: number,
): readonly string[] => {
  if (transactionAmount === undefined) return [];
  const isSame =
    (amount === undefined || Number(amount) === Number(transactionAmount.amount)) &&
    (currency === undefined || currency === transactionAmount.currency);
  return isSame ? [] : [`/${at}/amount (transactionAmount is used)`];
};

/** Lists the fields of a card transaction that the ledger has no place for. */
const unstoredOfCard = (
  { originalAmount, markupFee }: CardTransactionBody,
  exchange: CurrencyExchange | undefined,
  { currency }: Account,
  at: number,
): readonly string[] => [
  ...(originalAmount !== undefined && exchange === undefined
    ? [`/${at}/originalAmount (0, or in the currency of the account)`]
    : []),
  ...(typeof markupFee === "object" && (markupFee.currency ?? currency) !== currency
    ? [`/${at}/markupFee/currency (the fee is shown in the currency of the account)`]
    : []),
];

const readAmount = (money: LooseMoney, path: string, faults: Violation[]): bigint => {
  const amount = parseLooseAmount(money.amount, money.currency as Currency);
  if (!isInvalid(amount)) return amount;
  faults.push({ code: "FORMAT_ERROR", path, text: `The amount ${amount.reason}.` });
  return 0n;
};

const ratePpmUnit = 1_000_000n;

/** Calculates the exchange rate from the two amounts, because test data has both. */
const deriveExchange = (
  original: LooseMoney | undefined,
  amountMinor: bigint,
  { currency }: Account,
  at: number,
  faults: Violation[],
): CurrencyExchange | undefined => {
  if (original === undefined || original.currency === currency) return undefined;
  const originalMinor = readAmount(original, `/${at}/originalAmount/amount`, faults);
  if (originalMinor === 0n) return undefined;
  const size = (minor: bigint) => (minor < 0n ? -minor : minor);
  const ratePpm = (size(amountMinor) * ratePpmUnit) / size(originalMinor);
  if (!isMinor(ratePpm)) {
    const path = `/${at}/originalAmount/amount`;
    const text = "The amount is so small beside transactionAmount that there is no such rate.";
    faults.push({ code: "FORMAT_ERROR", path, text });
  }
  return { originalCurrency: original.currency, originalMinor: size(originalMinor), ratePpm };
};

/** Checks that both dates exist, are not in the future and are in the right order. */
const datesInOrder = (
  first: string,
  second: string,
  today: string,
  at: number,
  firstName = "bookingDate",
): Violation[] => {
  const fault = (name: string, text: string): Violation[] => [
    { code: "FORMAT_ERROR", path: `/${at}/${name}`, text },
  ];
  const secondName = firstName === "bookingDate" ? "valueDate" : "bookingDate";
  for (const [name, day] of [
    [firstName, parseIsoDate(first)],
    [secondName, parseIsoDate(second)],
  ] as const) {
    if (isInvalid(day)) return fault(name, `The ${name} ${day.reason}.`);
  }
  if (first > second) return fault(firstName, `The ${firstName} is after the ${secondName}.`);
  if (second > today) {
    return fault(first > today ? firstName : secondName, "The date is in the future.");
  }
  return [];
};

const toParty = (
  role: "creditor" | "debtor",
  name: string | undefined,
  account: { readonly bban?: string; readonly iban?: string } | undefined,
): { readonly creditor?: Party; readonly debtor?: Party } => {
  const party = {
    ...given("name", name),
    ...given("bban", account?.bban),
    ...given("iban", account?.iban),
  };
  return Object.keys(party).length === 0 ? {} : { [role]: party };
};

const given = <N extends string>(name: N, value: string | undefined) =>
  value ? ({ [name]: value } as Record<N, string>) : {};

const listed = <N extends string>(name: N, value: string | undefined) =>
  value ? ({ [name]: [value] } as unknown as Record<N, readonly string[]>) : {};
