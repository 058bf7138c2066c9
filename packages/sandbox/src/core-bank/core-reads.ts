import type {
  CoreBank,
  CoreMovement,
  CorePage,
  CoreParty,
  CorePending,
  CoreTransaction,
} from "@varde/bank";
import type {
  BookedTransaction,
  Ledger,
  Party,
  PendingTransaction,
  TransactionPage,
} from "@varde/ledger";
import { type Currency, creditorCountry } from "@varde/protocol";
import { movementKinds } from "../history/habit.ts";

type Reads = Pick<
  CoreBank,
  "readBalances" | "listTransactions" | "countTransactions" | "listPending" | "readTransaction"
>;

/** Implements the reads of the core-bank port: balances and transactions of the ledger. */
export const coreReads = (ledger: Ledger): Reads => ({
  readBalances: async (worldId, accountId) => {
    const balances = await ledger.readBalances(worldId, accountId);
    return (
      balances && {
        bookedMinor: balances.bookedMinor,
        expectedMinor: balances.bookedMinor - balances.reservedMinor,
        availableMinor: balances.availableMinor,
        changedAt: Number(balances.changedAt),
      }
    );
  },
  listTransactions: async (worldId, accountId, page) =>
    (await ledger.listTransactions(worldId, accountId, ledgerPage(page))).map(coreTransaction),
  countTransactions: ledger.countTransactions,
  listPending: async (worldId, accountId) =>
    (await ledger.listPending(worldId, accountId)).map(corePending),
  readTransaction: async (worldId, accountId, transactionId) => {
    const found = await ledger.readTransaction(worldId, accountId, transactionId);
    return found && coreTransaction(found);
  },
});

const ledgerPage = ({ place, ...page }: CorePage): TransactionPage => {
  switch (place.at) {
    case "offset":
      return { ...page, offset: place.offset };
    case "end":
      return { ...page, fromEnd: true };
    case "after":
    case "before": {
      const key = { bookingDate: place.key.bookingDate, id: place.key.transactionId };
      return { ...page, [place.at]: key };
    }
  }
};

const coreTransaction = (booked: BookedTransaction): CoreTransaction => ({
  ...coreMovement(booked),
  transactionId: booked.id,
  bookingDate: booked.bookingDate,
  valueDate: booked.valueDate,
  bookedAt: Number(booked.bookedAt),
});

const corePending = (pending: PendingTransaction): CorePending => ({
  ...coreMovement(pending),
  since: Number(pending.since),
});

const noAttributes: Readonly<Record<string, string>> = {};

const coreMovement = (movement: BookedTransaction | PendingTransaction): CoreMovement => {
  const { texts, exchange } = movement;
  const { attributes = noAttributes } = texts;
  const codes = transactionCodes(movement);
  return {
    accountId: movement.accountId,
    amountMinor: movement.amountMinor,
    currency: movement.currency as Currency,
    exchange: (exchange ?? undefined) as CoreMovement["exchange"],
    debtor: texts.debtor && toCoreParty(texts.debtor),
    creditor: texts.creditor && toCoreParty(texts.creditor),
    ultimateDebtor: texts.ultimateDebtor,
    ultimateCreditor: texts.ultimateCreditor,
    remittance: texts.remittanceUnstructured ?? [],
    references: texts.remittanceStructured ?? [],
    endToEndId: texts.endToEndId,
    purposeCode: texts.purposeCode,
    // The first reference of a payment is the payment's id.
    entryReference: movement.instructionId === null ? texts.references?.[0] : undefined,
    bankTransactionCode: codes.bankTransactionCode,
    proprietaryBankTransactionCode: codes.proprietaryBankTransactionCode,
    bankReferences: texts.references ?? instructionReferences(movement),
    purchasedOn: attributes.transactionDate,
    cardAcceptorId: attributes.cardAcceptorId,
    cardTransactionId: attributes.cardTransactionId,
    maskedPan: attributes.maskedPan,
    isInvoiced: attributes.invoiced === undefined ? undefined : attributes.invoiced === "true",
  };
};

/** Returns the payment's id as the reference of a fee, which is booked without texts. */
const instructionReferences = ({ instructionId }: Pick<BookedTransaction, "instructionId">) =>
  instructionId === null ? [] : [instructionId];

type Codes = Partial<Pick<CoreMovement, "bankTransactionCode" | "proprietaryBankTransactionCode">>;

/** Returns the transaction codes: history has its own, those of payments follow from their kind. */
const transactionCodes = (movement: BookedTransaction | PendingTransaction): Codes => {
  const { texts, amountMinor } = movement;
  if (movement.instructionId === null || texts.bankTransactionCode !== undefined) return texts;
  const flow = amountMinor < 0n ? "out" : "in";
  const { word, ...codes } =
    movementKinds[movement.kind === "fee" ? "fee" : paymentKind(texts.creditor)];
  return { bankTransactionCode: codes[flow], proprietaryBankTransactionCode: word };
};

/** Classifies a payment as abroad if the payee's account is abroad. */
const paymentKind = ({ iban, bic }: Party = {}): "payment" | "abroad" => {
  const country = creditorCountry({
    creditorAccount: iban === undefined ? {} : { iban },
    ...(bic === undefined ? {} : { creditorAgent: bic }),
  });
  return country === undefined || country === "NO" ? "payment" : "abroad";
};

/** Leaves out the country, which only the payments of the ledger itself have. */
const toCoreParty = (party: Party): CoreParty => {
  if (party.country === undefined) return party;
  const { country, ...rest } = party;
  return rest;
};
