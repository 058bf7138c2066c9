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
): ReadonlyDeep<Transaction> => {
  const shown: Shown = {};
  addGiven(shown, "entryReference", movement.entryReference);
  addGiven(shown, "endToEndId", movement.endToEndId);
  shown.transactionAmount = presentAmount(movement.amountMinor, movement.currency, fixes);
  addParty(shown, partyFields.creditor, movement.creditor);
  addParty(shown, partyFields.debtor, movement.debtor);
  addRemittance(shown, movement);
  addGiven(shown, "purposeCode", movement.purposeCode as PurposeCode | undefined);
  addGiven(shown, "bankTransactionCode", movement.bankTransactionCode);
  addGiven(shown, "proprietaryBankTransactionCode", movement.proprietaryBankTransactionCode);
  const [first, second, third] = movement.bankReferences;
  addGiven(shown, "additionalInformationProprietary1", first);
  addGiven(shown, "additionalInformationProprietary2", second);
  addGiven(shown, "additionalInformationProprietary3", third);
  return shown as ReadonlyDeep<Transaction>;
};

/** A movement while its fields are added, which is cheaper than spreads of optional fields. */
type Shown = {
  -readonly [Name in keyof ReadonlyDeep<Transaction>]?: ReadonlyDeep<Transaction>[Name];
};

const addGiven = <Name extends keyof Shown>(
  shown: Shown,
  name: Name,
  value: Shown[Name] | undefined,
): void => {
  if (value !== undefined) shown[name] = value;
};

const partyFields = {
  creditor: { name: "creditorName", account: "creditorAccount", agent: "creditorAgent" },
  debtor: { name: "debtorName", account: "debtorAccount", agent: "debtorAgent" },
} as const;

const addParty = (
  shown: Shown,
  fields: (typeof partyFields)["creditor" | "debtor"],
  { name, bban, iban, bic }: CoreParty = {},
): void => {
  addGiven(shown, fields.name, name);
  if (bban !== undefined || iban !== undefined) {
    shown[fields.account] = { ...given("bban", bban), ...given("iban", iban) };
  }
  addGiven(shown, fields.agent, bic);
};

/** The first entry is also in the older single field, for clients that read only that. */
const addRemittance = (shown: Shown, { remittance, references }: CoreMovement): void => {
  addGiven(shown, "remittanceInformationUnstructured", remittance[0]);
  if (remittance.length > 1) shown.remittanceInformationUnstructuredArray = remittance;
  if (references[0] === undefined) return;
  shown.remittanceInformationStructured = references[0];
  shown.remittanceInformationStructuredArray = references;
};

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
