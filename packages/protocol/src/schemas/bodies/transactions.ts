import { accountReference, bic } from "../parts/account-reference.ts";
import { amount, currency } from "../parts/amount.ts";
import { isoDate } from "../parts/iso-date.ts";
import { remittanceReference } from "../parts/payment-fields.ts";
import { links } from "../parts/response-parts.ts";
import { list, object, optional, type Static, string } from "../schema.ts";

const optionalText = optional(string());

/** The fields of a transaction in a list; debits are negative. */
const listed = {
  transactionId: optionalText,
  entryReference: optionalText,
  endToEndId: optionalText,
  bookingDate: optional(isoDate),
  valueDate: optional(isoDate),
  transactionAmount: amount,
  creditorName: optionalText,
  creditorAccount: optional(accountReference),
  creditorAgent: optional(bic),
  debtorName: optionalText,
  debtorAccount: optional(accountReference),
  debtorAgent: optional(bic),
  remittanceInformationUnstructured: optionalText,
  remittanceInformationUnstructuredArray: optional(list(string())),
  remittanceInformationStructured: optional(remittanceReference),
  remittanceInformationStructuredArray: optional(list(remittanceReference)),
  purposeCode: optionalText,
  bankTransactionCode: optionalText,
  proprietaryBankTransactionCode: optionalText,
  additionalInformationProprietary1: optionalText,
  additionalInformationProprietary2: optionalText,
  additionalInformationProprietary3: optionalText,
  _links: optional(links),
};

export const transaction = object(listed);
export type Transaction = Static<typeof transaction>;

const exchangeRate = object({
  sourceCurrency: currency,
  exchangeRate: string(),
  unitCurrency: currency,
  targetCurrency: currency,
  quotationDate: isoDate,
});

/** The details of one transaction, with fields that a list does not have. */
export const transactionDetails = object({
  ...listed,
  currencyExchange: optional(list(exchangeRate)),
  ultimateCreditor: optionalText,
  ultimateDebtor: optionalText,
});
export type TransactionDetails = Static<typeof transactionDetails>;

export const transactionsResponse = object({
  account: optional(accountReference),
  transactions: object({
    booked: optional(list(transaction)),
    pending: optional(list(transaction)),
    _links: links,
  }),
});
export type TransactionsResponse = Static<typeof transactionsResponse>;

export const transactionDetailsResponse = object({ transactionsDetails: transactionDetails });
export type TransactionDetailsResponse = Static<typeof transactionDetailsResponse>;
