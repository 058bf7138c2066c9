import { regulatoryReportingCodes } from "../../data/payment-codes.ts";
import { limits } from "../../limits.ts";
import { bounds } from "../bounds.ts";
import {
  accountReference,
  bbanAccount,
  bbanOrCardAccount,
  bbanOrIbanAccount,
  bic,
  ibanAccount,
} from "../parts/account-reference.ts";
import { amount } from "../parts/amount.ts";
import { isoDate } from "../parts/iso-date.ts";
import {
  address,
  creditorName,
  endToEndIdentification,
  purposeCode,
  refusedFields,
  remittanceReference,
  remittanceReferences,
  remittanceText,
  ultimateDebtor,
} from "../parts/payment-fields.ts";
import { boolean, list, object, oneOf, optional, type Static, text } from "../schema.ts";

/** The fields of every Norwegian domestic credit transfer, under any service. */
const ndctFields = {
  instructedAmount: amount,
  creditorName,
  creditorAgent: optional(bic),
  creditorAccount: bbanAccount,
  creditorAddress: address,
  ultimateDebtor: optional(ultimateDebtor),
  remittanceInformationUnstructured: optional(remittanceText),
  remittanceInformationStructured: optional(remittanceReference),
  remittanceInformationStructuredArray: optional(remittanceReferences),
  purposeCode: optional(purposeCode),
  endToEndIdentification: optional(endToEndIdentification),
};

/** A Norwegian domestic credit transfer. */
export const ndctBody = object(
  {
    ...ndctFields,
    debtorAccount: bbanOrCardAccount,
    requestedExecutionDate: optional(isoDate),
  },
  { refuses: refusedFields.urgency },
);
export type NdctBody = Static<typeof ndctBody>;

/** A payment of a bulk, which has the debtor and execution date of the bulk. */
export const bulkNdctItem = object(ndctFields, {
  description: "an object with the fields of one payment",
  refuses: refusedFields.urgency,
});
export type BulkNdctItem = Static<typeof bulkNdctItem>;

/** Several Norwegian domestic credit transfers from one account on one date. */
export const bulkNdctBody = object({
  paymentInformationId: optional(text({ minLength: 1, maxLength: limits.referenceCharactersMax })),
  debtorAccount: bbanOrCardAccount,
  requestedExecutionDate: optional(isoDate),
  batchBookingPreferred: optional(boolean()),
  payments: list(bulkNdctItem, { minItems: 1, maxItems: bounds.bulkPaymentsMax }),
});
export type BulkNdctBody = Static<typeof bulkNdctBody>;

export const frequencies = [
  "Daily",
  "Weekly",
  "EveryTwoWeeks",
  "Monthly",
  "EveryTwoMonths",
  "Quarterly",
  "SemiAnnual",
  "Annual",
  "MonthlyVariable",
] as const;
export type Frequency = (typeof frequencies)[number];

/** A Norwegian domestic credit transfer that is executed repeatedly. */
export const periodicNdctBody = object(
  {
    ...ndctFields,
    creditorAccount: bbanOrIbanAccount,
    debtorAccount: bbanOrIbanAccount,
    startDate: isoDate,
    endDate: optional(isoDate),
    frequency: oneOf(frequencies),
    dayOfExecution: optional(
      oneOf(numbersUpTo(31), { description: 'a day of the month in quotes, "1" to "31"' }),
    ),
    monthsOfExecution: optional(
      list(oneOf(numbersUpTo(12), { description: 'a month in quotes, "1" to "12"' }), {
        minItems: 1,
        maxItems: bounds.executionMonthsMax,
        uniqueItems: true,
      }),
    ),
    // Clients written for other banks send the misspelling "preceeding".
    executionRule: optional(oneOf(["following", "preceding", "preceeding"])),
  },
  { refuses: refusedFields.urgency },
);
export type PeriodicNdctBody = Static<typeof periodicNdctBody>;

function numbersUpTo(last: number): string[] {
  return Array.from({ length: last }, (_, index) => String(index + 1));
}

/**
 * An instant Norwegian domestic credit transfer: between two account numbers, executed immediately.
 */
export const indctsBody = object(
  {
    ...ndctFields,
    creditorAddress: optional(address),
    debtorAccount: bbanAccount,
  },
  { refuses: { ...refusedFields.urgency, ...refusedFields.executionDay } },
);
export type IndctsBody = Static<typeof indctsBody>;

const reportingCodes = Object.keys(
  regulatoryReportingCodes,
) as (keyof typeof regulatoryReportingCodes)[];

/** A Norwegian cross-border credit transfer, for large amounts. */
export const ncbctBody = object({
  instructedAmount: amount,
  creditorName,
  creditorAgent: optional(bic),
  creditorAccount: bbanOrIbanAccount,
  creditorAddress: optional(address),
  debtorAccount: bbanOrIbanAccount,
  remittanceInformationUnstructured: optional(remittanceText),
  purposeCode: optional(purposeCode),
  requestedExecutionDate: optional(isoDate),
  regulatoryReportingCode: optional(oneOf(reportingCodes)),
  regulatoryReportingInformation: optional(
    text({ maxLength: limits.regulatoryReportingInformationCharactersMax }),
  ),
  serviceLevel: optional(oneOf(["URGP"])),
  endToEndIdentification: optional(endToEndIdentification),
});
export type NcbctBody = Static<typeof ncbctBody>;

/**
 * A cross-border credit transfer. It has the fields of the Norwegian product, because the reporting
 * to the tax authority does not depend on the product.
 */
export const cbctBody = object({ ...ncbctBody.properties });

/** A SEPA credit transfer. */
export const sctBody = object(
  {
    instructedAmount: amount,
    creditorName,
    creditorAgent: optional(bic),
    creditorAccount: ibanAccount,
    creditorAddress: optional(address),
    debtorAccount: accountReference,
    ultimateDebtor: optional(ultimateDebtor),
    remittanceInformationUnstructured: optional(remittanceText),
    remittanceInformationStructured: optional(remittanceReference),
    remittanceInformationStructuredArray: optional(remittanceReferences),
    purposeCode: optional(purposeCode),
    requestedExecutionDate: optional(isoDate),
    endToEndIdentification: optional(endToEndIdentification),
  },
  { refuses: refusedFields.urgency },
);
export type SctBody = Static<typeof sctBody>;
