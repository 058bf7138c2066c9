import {
  type AcceptFix,
  operations,
  type ReadonlyDeep,
  type Transaction,
  type TransactionDetails,
} from "@varde/protocol";
import type { CoreMovement, CoreParty, CorePending, CoreTransaction } from "../ports/core-bank.ts";
import type { AccountId } from "../ports/ids.ts";
import { linkToItems } from "../request/links.ts";
import { presentAmount } from "./present-amount.ts";

/** Presents the booked transactions of a list. */
export const presentTransactions = (
  transactions: readonly CoreTransaction[],
  accountId: AccountId,
  fixes: ReadonlySet<AcceptFix>,
): readonly ReadonlyDeep<Transaction>[] => {
  const linkToDetails = linkToItems(operations.readTransaction, { accountId });
  return transactions.map((one) =>
    presentFields(one, one, fixes, { transactionDetails: linkToDetails(one.transactionId) }),
  );
};

/** VER-09: presents one transaction with the details that lists omit. */
export const presentTransactionDetails = (
  transaction: CoreTransaction,
  fixes: ReadonlySet<AcceptFix>,
): ReadonlyDeep<TransactionDetails> => ({
  ...presentFields(transaction, transaction, fixes),
  ...(transaction.exchange === undefined
    ? {}
    : { currencyExchange: [presentExchange(transaction, transaction.exchange)] }),
  ...(transaction.ultimateCreditor === undefined
    ? {}
    : { ultimateCreditor: transaction.ultimateCreditor }),
  ...(transaction.ultimateDebtor === undefined
    ? {}
    : { ultimateDebtor: transaction.ultimateDebtor }),
});

/**
 * Presents a pending movement. Anything about it may change until it is booked, including its id,
 * which most banks do not show. It has no link: details can be read only once it is booked.
 */
export const presentPending = (
  movement: CorePending,
  fixes: ReadonlySet<AcceptFix>,
): ReadonlyDeep<Transaction> =>
  presentFields(movement, { transactionId: movement.transactionId }, fixes);

type Shown = ReadonlyDeep<Transaction>;

/** Every field of a transaction. JSON omits those that are undefined. */
type EveryField = { readonly [Name in keyof Required<Shown>]: Shown[Name] | undefined };

/** The fields that a booked transaction adds to its movement; a pending one may have an id. */
type Booking = {
  readonly [Name in "transactionId" | "bookingDate" | "valueDate"]?: string | undefined;
};

/** Presents all fields in one literal, which is cheaper than adding those that have a value. */
const presentFields = (
  movement: CoreMovement,
  { transactionId, bookingDate, valueDate }: Booking,
  fixes: ReadonlySet<AcceptFix>,
  links?: Shown["_links"],
): Shown => {
  const { creditor, debtor, remittance, references, bankReferences } = movement;
  const shown: EveryField = {
    transactionId,
    bookingDate,
    valueDate,
    entryReference: movement.entryReference,
    endToEndId: movement.endToEndId,
    transactionAmount: presentAmount(movement.amountMinor, movement.currency, fixes),
    creditorName: creditor?.name,
    creditorAccount: creditor && presentPartyAccount(creditor),
    creditorAgent: creditor?.bic,
    debtorName: debtor?.name,
    debtorAccount: debtor && presentPartyAccount(debtor),
    debtorAgent: debtor?.bic,
    // The first entry is also in the older single field, for clients that read only that.
    remittanceInformationUnstructured: remittance[0],
    remittanceInformationUnstructuredArray: remittance.length > 1 ? remittance : undefined,
    remittanceInformationStructured: references[0],
    remittanceInformationStructuredArray: references.length > 0 ? references : undefined,
    purposeCode: movement.purposeCode,
    bankTransactionCode: movement.bankTransactionCode,
    proprietaryBankTransactionCode: movement.proprietaryBankTransactionCode,
    additionalInformationProprietary1: bankReferences[0],
    additionalInformationProprietary2: bankReferences[1],
    additionalInformationProprietary3: bankReferences[2],
    _links: links,
  };
  return shown as Shown;
};

const presentPartyAccount = ({ bban, iban }: CoreParty): Shown["creditorAccount"] => {
  if (iban === undefined) return bban === undefined ? undefined : { bban };
  return bban === undefined ? { iban } : { bban, iban };
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
