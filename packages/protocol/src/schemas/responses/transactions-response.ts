import { accountReference, bic } from "../parts/account-reference.ts";
import { amount, currency } from "../parts/amount.ts";
import { isoDate } from "../parts/execution-date.ts";
import { links } from "../parts/link.ts";
import { purposeCode } from "../parts/purpose-code.ts";
import { remittanceReference } from "../parts/remittance.ts";
import { list, object, optional, type Static, string } from "../schema.ts";

const words = optional(string());

/** What a listing shows of a transaction; debits are negative. */
const listed = {
  transactionId: words,
  entryReference: words,
  endToEndId: words,
  bookingDate: optional(isoDate),
  valueDate: optional(isoDate),
  transactionAmount: amount,
  creditorName: words,
  creditorAccount: optional(accountReference),
  creditorAgent: optional(bic),
  debtorName: words,
  debtorAccount: optional(accountReference),
  debtorAgent: optional(bic),
  remittanceInformationUnstructured: words,
  remittanceInformationUnstructuredArray: optional(list(string())),
  remittanceInformationStructured: optional(remittanceReference),
  remittanceInformationStructuredArray: optional(list(remittanceReference)),
  purposeCode: optional(purposeCode),
  bankTransactionCode: words,
  proprietaryBankTransactionCode: words,
  additionalInformationProprietary1: words,
  additionalInformationProprietary2: words,
  additionalInformationProprietary3: words,
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

/** What only the details of one transaction show. */
export const transactionDetails = object({
  ...listed,
  currencyExchange: optional(list(exchangeRate)),
  ultimateCreditor: words,
  ultimateDebtor: words,
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
