import {
  type AcceptFix,
  operations,
  type PurposeCode,
  type ReadonlyDeep,
  type Transaction,
  type TransactionDetails,
} from "@varde/protocol";
import type { CoreMovement, CoreParty, CoreTransaction } from "../ports/core-bank.ts";
import type { AccountId } from "../ports/ids.ts";
import { linkTo } from "../request/links.ts";
import { presentAmount } from "./present-amount.ts";

/** Presents a booked transaction for a list. */
export const presentTransaction = (
  transaction: CoreTransaction,
  accountId: AccountId,
  fixes: ReadonlySet<AcceptFix>,
): ReadonlyDeep<Transaction> => ({
  transactionId: transaction.transactionId,
  bookingDate: transaction.bookingDate,
  valueDate: transaction.valueDate,
  ...presentMovement(transaction, fixes),
  _links: {
    transactionDetails: linkTo([operations.readTransaction], {
      accountId,
      transactionId: transaction.transactionId,
    }),
  },
});

/** VER-09: presents one transaction with the details that lists omit. */
export const presentTransactionDetails = (
  transaction: CoreTransaction,
  fixes: ReadonlySet<AcceptFix>,
): ReadonlyDeep<TransactionDetails> => ({
  transactionId: transaction.transactionId,
  bookingDate: transaction.bookingDate,
  valueDate: transaction.valueDate,
  ...presentMovement(transaction, fixes),
  ...(transaction.exchange === undefined
    ? {}
    : { currencyExchange: [presentExchange(transaction, transaction.exchange)] }),
  ...given("ultimateCreditor", transaction.ultimateCreditor),
  ...given("ultimateDebtor", transaction.ultimateDebtor),
});

/**
 * Presents the fields that pending and booked movements share. A pending movement has no others: it
 * has no id until it is booked, and anything about it may change until then.
 */
export const presentMovement = (
  movement: CoreMovement,
  fixes: ReadonlySet<AcceptFix>,
): ReadonlyDeep<Transaction> => ({
  ...given("entryReference", movement.entryReference),
  ...given("endToEndId", movement.endToEndId),
  transactionAmount: presentAmount(movement.amountMinor, movement.currency, fixes),
  ...presentParty("creditor", movement.creditor),
  ...presentParty("debtor", movement.debtor),
  ...presentRemittance(movement),
  ...given("purposeCode", movement.purposeCode as PurposeCode | undefined),
  ...given("bankTransactionCode", movement.bankTransactionCode),
  ...given("proprietaryBankTransactionCode", movement.proprietaryBankTransactionCode),
  ...Object.fromEntries(
    movement.bankReferences
      .slice(0, bankReferencesMax)
      .map((reference, at) => [`additionalInformationProprietary${at + 1}`, reference]),
  ),
});

const bankReferencesMax = 3;

const presentParty = (
  role: "creditor" | "debtor",
  party: CoreParty = {},
): ReadonlyDeep<Partial<Transaction>> => {
  const { name, bban, iban, bic } = party;
  const account = { ...given("bban", bban), ...given("iban", iban) };
  return {
    ...given(`${role}Name`, name),
    ...(bban === undefined && iban === undefined ? {} : { [`${role}Account`]: account }),
    ...given(`${role}Agent`, bic),
  };
};

/** The first entry is also in the older single field, for clients that read only that. */
const presentRemittance = ({
  remittance,
  references,
}: CoreMovement): ReadonlyDeep<Partial<Transaction>> => ({
  ...given("remittanceInformationUnstructured", remittance[0]),
  ...(remittance.length > 1 ? { remittanceInformationUnstructuredArray: remittance } : {}),
  ...(references[0] === undefined
    ? {}
    : {
        remittanceInformationStructured: references[0],
        remittanceInformationStructuredArray: references,
      }),
});

const rateScale = 1_000_000n;

const presentExchange = (
  { amountMinor, currency, bookingDate }: CoreTransaction,
  exchange: NonNullable<CoreMovement["exchange"]>,
) => {
  const { originalCurrency, ratePpm } = exchange;
  const isDebit = amountMinor < 0n;
  const fraction = String(ratePpm % rateScale).padStart(6, "0");
  return {
    sourceCurrency: isDebit ? currency : originalCurrency,
    exchangeRate: `${ratePpm / rateScale}.${fraction}`,
    unitCurrency: originalCurrency,
    targetCurrency: isDebit ? originalCurrency : currency,
    quotationDate: bookingDate,
  };
};

const given = <Name extends string, Value extends string>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [One in Name]?: Value };
