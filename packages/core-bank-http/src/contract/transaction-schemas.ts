import type {
  CoreDays,
  CorePage,
  CoreParty,
  CorePending,
  CoreReference,
  CoreTransaction,
} from "@varde/bank";
import { schemaType } from "@varde/protocol";
import { ownAccountId } from "./account-schemas.ts";
import { describeField, valueSchemas } from "./value-schemas.ts";
import { schemaOf } from "./wire.ts";

const { count, currency, day, id, instant, line, minor, partsPerMillion } = valueSchemas;
const { boolean, integer, list, object, oneOf, optional } = schemaType;

export const partySchema = schemaOf<CoreParty>()(
  object(
    { name: optional(line), bban: optional(id), iban: optional(id), bic: optional(id) },
    { description: "the debtor or the creditor" },
  ),
);

export const referenceSchema = schemaOf<CoreReference>()(
  object(
    { reference: line, referenceType: optional(line), referenceIssuer: optional(line) },
    { description: "a structured reference, such as a KID" },
  ),
);

const movementFields = {
  accountId: ownAccountId,
  amountMinor: describeField(minor, "minor units; negative if the account is debited"),
  currency,
  exchange: optional(
    object(
      { originalMinor: minor, originalCurrency: currency, ratePpm: partsPerMillion },
      { description: "the amount in the currency of the order, if it differs" },
    ),
  ),
  debtor: optional(partySchema),
  creditor: optional(partySchema),
  ultimateDebtor: optional(line),
  ultimateCreditor: optional(line),
  remittance: list(line),
  references: list(referenceSchema),
  endToEndId: optional(line),
  purposeCode: optional(line),
  entryReference: optional(line),
  bankTransactionCode: optional(line),
  proprietaryBankTransactionCode: optional(line),
  bankReferences: list(line, {
    description: "your references; the first is the instructionId of a payment by Varde",
  }),
  purchasedOn: optional(day),
  cardAcceptorId: optional(line),
  isInvoiced: optional(boolean()),
  cardTransactionId: optional(id),
  maskedPan: optional(line),
};

export const transactionSchema = schemaOf<CoreTransaction>()(
  object(
    {
      ...movementFields,
      transactionId: describeField(id, "your permanent id, unique within the account"),
      bookingDate: describeField(day, "the day in Oslo by which transactions are listed"),
      valueDate: day,
      bookedAt: instant,
    },
    { description: "a booked transaction, which never changes; negative if it is a debit" },
  ),
);

export const pendingSchema = schemaOf<CorePending>()(
  object(
    {
      ...movementFields,
      transactionId: optional(
        describeField(id, "your id of the reservation, if TPPs may see it; it may change"),
      ),
      since: instant,
    },
    { description: "a reserved or incoming amount, which may still change or disappear" },
  ),
);

const daysFields = { from: day, to: optional(day) };
export const daysSchema = schemaOf<CoreDays>()(
  object(daysFields, { description: "a range of booking dates, both included" }),
);

const keySchema = object(
  { bookingDate: day, transactionId: id },
  { description: "the transaction that the page is next to" },
);

/** Rows of one page; the bank never asks for more. */
const pageLimitMax = 1_000;

export const pageSchema = schemaOf<CorePage>()(
  object(
    {
      ...daysFields,
      place: object(
        {
          at: oneOf(["offset", "after", "before", "end"]),
          offset: optional(count),
          key: optional(keySchema),
        },
        {
          description:
            "where the page is in the list, newest first: offset with offset, after and before " +
            "with key, end for the oldest transactions",
        },
      ),
      limit: integer({ minimum: 1, maximum: pageLimitMax }),
    },
    { description: "a page of booked transactions" },
  ),
);
