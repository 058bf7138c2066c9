export {
  type PaymentBody,
  type PaymentDetailsResponse,
  type ProductBody,
  paymentSchemas,
  type ServiceBody,
} from "../payment-schemas.ts";
export {
  type AccountDetails,
  type AccountDetailsResponse,
  type AccountListResponse,
  accountDetails as accountDetailsSchema,
  accountDetailsResponse,
  accountListResponse,
  type Balance,
  type BalancesResponse,
  balance as balanceSchema,
  balancesResponse,
  balanceTypes,
  type FundsConfirmationBody,
  type FundsConfirmationResponse,
  fundsConfirmationBody,
  fundsConfirmationResponse,
} from "./bodies/accounts.ts";
export {
  type AuthorisationListResponse,
  type AuthorisationResponse,
  authorisationListResponse,
  authorisationResponse,
  type ScaStatusResponse,
  scaStatusResponse,
} from "./bodies/authorisations.ts";
export {
  type BasketBody,
  type BasketDetailsResponse,
  type BasketResponse,
  type BasketStatusResponse,
  basketBody,
  basketDetailsResponse,
  basketResponse,
  basketStatusResponse,
} from "./bodies/baskets.ts";
export {
  type CardAccountDetails,
  type CardAccountDetailsResponse,
  type CardAccountListResponse,
  type CardBalancesResponse,
  type CardTransaction,
  type CardTransactionsResponse,
  cardAccountDetails as cardAccountDetailsSchema,
  cardAccountDetailsResponse,
  cardAccountListResponse,
  cardBalancesResponse,
  cardTransaction as cardTransactionSchema,
  cardTransactionsResponse,
} from "./bodies/card-accounts.ts";
export {
  type AgreementsResponse,
  agreementsResponse,
  type ConsentResponse,
  consentResponse,
  type UserResponse,
  userResponse,
} from "./bodies/consents.ts";
export {
  type ContactInformationBody,
  contactInformationBody,
} from "./bodies/contact-information.ts";
export {
  type BulkNdctBody,
  type BulkNdctItem,
  bulkNdctBody,
  bulkNdctItem,
  cbctBody,
  type Frequency,
  frequencies,
  indctsBody,
  type NdctBody,
  ncbctBody,
  ndctBody,
  type PeriodicNdctBody,
  periodicNdctBody,
  sctBody,
} from "./bodies/payment-body.ts";
export {
  type PaymentCancellationResponse,
  type PaymentCreatedResponse,
  type PaymentStatusResponse,
  paymentCancellationResponse,
  paymentCreatedResponse,
  paymentStatusResponse,
} from "./bodies/payment-responses.ts";
export {
  type AgreementBody,
  type AgreementSigning,
  agreementBody,
  agreementSigning,
  type CustomerBody,
  customerBody,
  type EngagementBody,
  engagementBody,
  engagementsBody,
  type SandboxAccountBody,
  type SandboxCardAccountBody,
  type SandboxCardTransactionsBody,
  type SandboxTransactionsBody,
  sandboxAccountBody,
  sandboxCardAccountBody,
  sandboxCardTransactionsBody,
  sandboxTransactionsBody,
} from "./bodies/sandbox-bodies.ts";
export {
  type CustomerResponse,
  customerListResponse,
  customerResponse,
  type SandboxAccount,
  type SandboxAgreement,
  type SandboxCardAccount,
  type SandboxCardTransaction,
  type SandboxEngagement,
  type SandboxReset,
  type SandboxTransaction,
  sandboxAccount,
  sandboxAccounts,
  sandboxAgreement,
  sandboxAgreements,
  sandboxCardAccount,
  sandboxCardAccounts,
  sandboxCardTransaction,
  sandboxCardTransactions,
  sandboxEngagement,
  sandboxEngagements,
  sandboxReset,
  sandboxTransaction,
  sandboxTransactions,
} from "./bodies/sandbox-responses.ts";
export {
  type Transaction,
  type TransactionDetails,
  type TransactionDetailsResponse,
  type TransactionsResponse,
  transaction as transactionSchema,
  transactionDetails as transactionDetailsSchema,
  transactionDetailsResponse,
  transactionsResponse,
} from "./bodies/transactions.ts";
export { compileSchema } from "./compile-schema.ts";
export { describeSchema } from "./describe-schema.ts";
export { dropEmptyFields } from "./drop-empty-fields.ts";
export { keepKnownFields, listKnownNames } from "./keep-known-fields.ts";
export { matchSimpleSchema } from "./match-simple-schema.ts";
export {
  type AccountReference,
  accountReference as accountReferenceSchema,
} from "./parts/account-reference.ts";
export {
  type Amount,
  amount as amountSchema,
  type LooseAmount,
  looseAmount as looseAmountSchema,
} from "./parts/amount.ts";
export {
  type Address,
  address as addressSchema,
  type RemittanceReference,
  remittanceReference as remittanceReferenceSchema,
} from "./parts/payment-fields.ts";
export {
  type ErrorResponse,
  errorResponse,
  type Link,
  type Links,
  link as linkSchema,
  links as linksSchema,
  type Message,
  message as messageSchema,
} from "./parts/response-parts.ts";
export type { Schema, Static } from "./schema.ts";
export * as schemaType from "./schema.ts";
export { type BodyFindings, validateBody } from "./validate-body.ts";
