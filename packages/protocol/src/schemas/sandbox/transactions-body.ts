import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { currency, looseAmount } from "../parts/amount.ts";
import { isoDate } from "../parts/execution-date.ts";
import {
  list,
  looseBoolean,
  object,
  optional,
  type Static,
  stringOrNumber,
  text,
} from "../schema.ts";
import { looseAmountValue, looseMoney } from "./account-body.ts";

const name = optional(text({ maxLength: limits.nameCharactersMax }));
const reference = optional(text({ maxLength: limits.referenceCharactersMax }));
const message = optional(text({ maxLength: limits.remittanceUnstructuredCharactersMax }));

const number = stringOrNumber({ maxLength: limits.referenceCharactersMax });

/** The account of the other party, with the fields that are known. */
const otherAccount = optional(
  object({
    bban: optional(text({ maxLength: limits.bbanCharactersMax })),
    iban: optional(text({ maxLength: limits.ibanCharactersMax })),
  }),
);

/** The amount and its currency, as an object or as two fields. */
const eitherAmount = {
  transactionAmount: optional(looseAmount),
  amount: optional(looseAmountValue),
  currency: optional(currency),
};

/** The address of a shop, in the spelling of either framework. */
export const cardAcceptorAddress = object({
  street: name,
  streetName: name,
  buildingNumber: reference,
  city: name,
  townName: name,
  postalCode: reference,
  postCode: reference,
  country: reference,
});

export const sandboxTransactionsBody = list(
  object({
    ...eitherAmount,
    bookingDate: isoDate,
    valueDate: isoDate,
    creditorName: name,
    creditorAccount: otherAccount,
    debtorName: name,
    debtorAccount: otherAccount,
    ultimateCreditor: name,
    ultimateDebtor: name,
    remittanceInformationUnstructured: message,
    endToEndId: reference,
    entryReference: reference,
    bankTransactionCode: reference,
    proprietaryBankTransactionCode: reference,
  }),
  { minItems: 1, maxItems: bounds.sandboxTransactionsMax },
);
export type SandboxTransactionsBody = Static<typeof sandboxTransactionsBody>;

export const sandboxCardTransactionsBody = list(
  object({
    cardTransactionId: reference,
    terminalId: reference,
    ...eitherAmount,
    originalAmount: optional(looseAmount),
    transactionDate: optional(isoDate),
    bookingDate: optional(isoDate),
    merchantCategoryCode: optional(number),
    markupFee: optional(looseMoney),
    markupFeePercentage: optional(number),
    cardAcceptorId: reference,
    cardAcceptorAddress: optional(cardAcceptorAddress),
    maskedPan: reference,
    transactionDetails: message,
    invoiced: optional(looseBoolean()),
    proprietaryBankTransactionCode: reference,
  }),
  { minItems: 1, maxItems: bounds.sandboxTransactionsMax },
);
export type SandboxCardTransactionsBody = Static<typeof sandboxCardTransactionsBody>;
