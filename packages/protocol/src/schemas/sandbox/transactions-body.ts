import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import { looseAmount } from "../parts/amount.ts";
import { isoDate } from "../parts/execution-date.ts";
import { boolean, list, object, optional, type Static, text } from "../schema.ts";

const name = optional(text({ maxLength: limits.nameCharactersMax }));
const reference = optional(text({ maxLength: limits.referenceCharactersMax }));
const message = optional(text({ maxLength: limits.remittanceUnstructuredCharactersMax }));

/** The account of the other party, with the fields that are known. */
const otherAccount = optional(
  object({
    bban: optional(text({ maxLength: limits.bbanCharactersMax })),
    iban: optional(text({ maxLength: limits.ibanCharactersMax })),
  }),
);

export const sandboxTransactionsBody = list(
  object({
    transactionAmount: looseAmount,
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
    transactionAmount: looseAmount,
    originalAmount: optional(looseAmount),
    transactionDate: isoDate,
    bookingDate: optional(isoDate),
    cardAcceptorId: reference,
    transactionDetails: message,
    invoiced: optional(boolean()),
    proprietaryBankTransactionCode: reference,
  }),
  { minItems: 1, maxItems: bounds.sandboxTransactionsMax },
);
export type SandboxCardTransactionsBody = Static<typeof sandboxCardTransactionsBody>;
