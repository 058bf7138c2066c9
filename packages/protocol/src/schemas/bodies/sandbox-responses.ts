import { psuContexts } from "../../statuses.ts";
import { amount, currency } from "../parts/amount.ts";
import { isoDate } from "../parts/iso-date.ts";
import { link } from "../parts/response-parts.ts";
import { boolean, integer, list, object, oneOf, optional, type Static, string } from "../schema.ts";
import { balance } from "./accounts.ts";
import { agreementSigning, cardAcceptorAddress } from "./sandbox-bodies.ts";

const sandboxAgreementElement = object({
  id: string(),
  name: string(),
  engagements: list(string()),
  _links: object({ self: link, engagements: link }),
});

/** A customer as the sandbox lists it. */
export const customerResponse = object({
  customerId: string(),
  customerNumber: string(),
  customerType: oneOf(psuContexts),
  customerName: string(),
  agreements: list(sandboxAgreementElement),
  accounts: list(string()),
  cardAccounts: list(string()),
  _links: object({ self: link }),
});
export type CustomerResponse = Static<typeof customerResponse>;

export const customerListResponse = list(customerResponse);

const optionalText = optional(string());

const accountFields = {
  resourceId: string(),
  customerNumber: optionalText,
  accountName: string(),
  currency,
  product: optionalText,
  balances: list(balance),
  _links: object({ self: link, transactions: link }),
};

export const sandboxAccount = object({
  ...accountFields,
  bban: string(),
  iban: string(),
  cashAccountType: string(),
  creditLine: string(),
});
export type SandboxAccount = Static<typeof sandboxAccount>;

export const sandboxCardAccount = object({
  ...accountFields,
  maskedPan: string(),
  creditLimit: string(),
  relatedAccount: optionalText,
  status: optionalText,
  cardId: optionalText,
  cardIdVNo: optionalText,
  accountNumber: optionalText,
  expiryDate: optionalText,
  expiry: optionalText,
});
export type SandboxCardAccount = Static<typeof sandboxCardAccount>;

const otherAccount = optional(object({ bban: optionalText, iban: optionalText }));

export const sandboxTransaction = object({
  transactionId: string(),
  transactionAmount: amount,
  bookingDate: isoDate,
  valueDate: isoDate,
  creditorName: optionalText,
  creditorId: optionalText,
  creditorAccount: otherAccount,
  debtorName: optionalText,
  debtorAccount: otherAccount,
  ultimateCreditor: optionalText,
  ultimateDebtor: optionalText,
  remittanceInformationUnstructured: optionalText,
  remittanceInformationStructured: optionalText,
  endToEndId: optionalText,
  entryReference: optionalText,
  purposeCode: optionalText,
  bankTransactionCode: optionalText,
  proprietaryBankTransactionCode: optionalText,
});
export type SandboxTransaction = Static<typeof sandboxTransaction>;

export const sandboxCardTransaction = object({
  cardTransactionId: string(),
  transactionAmount: amount,
  originalAmount: optional(amount),
  transactionDate: isoDate,
  bookingDate: isoDate,
  terminalId: optionalText,
  merchantCategoryCode: optionalText,
  markupFee: optionalText,
  markupFeePercentage: optionalText,
  cardAcceptorId: optionalText,
  cardAcceptorAddress: optional(cardAcceptorAddress),
  maskedPan: optionalText,
  transactionDetails: optionalText,
  invoiced: optional(boolean()),
  proprietaryBankTransactionCode: optionalText,
});
export type SandboxCardTransaction = Static<typeof sandboxCardTransaction>;

export const sandboxAgreement = object({
  id: string(),
  owner: optionalText,
  name: string(),
  context: oneOf(psuContexts),
  engagements: list(string()),
  signing: optional(agreementSigning),
  _links: object({ self: link, engagements: link }),
});
export type SandboxAgreement = Static<typeof sandboxAgreement>;

export const sandboxEngagement = object({
  id: string(),
  customer: string(),
  account: object({ resourceId: string(), iban: optionalText }),
  roles: list(oneOf(["VIEW", "REGISTER", "APPROVE"])),
});
export type SandboxEngagement = Static<typeof sandboxEngagement>;

/** The version of the data set that a world was reset to, and the number of its customers. */
export const sandboxReset = object({ dataSet: integer(), customers: integer() });
export type SandboxReset = Static<typeof sandboxReset>;

export const sandboxAccounts = list(sandboxAccount);
export const sandboxCardAccounts = list(sandboxCardAccount);
export const sandboxTransactions = list(sandboxTransaction);
export const sandboxCardTransactions = list(sandboxCardTransaction);
export const sandboxAgreements = list(sandboxAgreement);
export const sandboxEngagements = list(sandboxEngagement);
