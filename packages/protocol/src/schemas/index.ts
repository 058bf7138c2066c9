export {
  type PaymentBody,
  type PaymentDetailsResponse,
  type ProductBody,
  paymentSchemas,
  type ServiceBody,
} from "../payment-schemas.ts";
export { compileSchema } from "./compile-schema.ts";
export { describeSchema } from "./describe-schema.ts";
export { dropEmptyFields } from "./drop-empty-fields.ts";
export { keepKnownFields, listKnownNames } from "./keep-known-fields.ts";
export {
  type AccountReference,
  accountReference as accountReferenceSchema,
} from "./parts/account-reference.ts";
export { type Address, address as addressSchema } from "./parts/address.ts";
export {
  type Amount,
  amount as amountSchema,
  type LooseAmount,
  looseAmount as looseAmountSchema,
} from "./parts/amount.ts";
export { balanceTypes } from "./parts/balance-types.ts";
export { type Link, type Links, link as linkSchema, links as linksSchema } from "./parts/link.ts";
export { type Message, message as messageSchema } from "./parts/message.ts";
export {
  type RemittanceReference,
  remittanceReference as remittanceReferenceSchema,
} from "./parts/remittance.ts";
export { type BasketBody, basketBody } from "./requests/basket-body.ts";
export {
  type BulkNdctBody,
  type BulkNdctItem,
  bulkNdctBody,
  bulkNdctItem,
} from "./requests/bulk-ndct-body.ts";
export { cbctBody } from "./requests/cbct-body.ts";
export {
  type ContactInformationBody,
  contactInformationBody,
} from "./requests/contact-information-body.ts";
export {
  type FundsConfirmationBody,
  fundsConfirmationBody,
} from "./requests/funds-confirmation-body.ts";
export { indctsBody } from "./requests/indcts-body.ts";
export { ncbctBody } from "./requests/ncbct-body.ts";
export { type NdctBody, ndctBody } from "./requests/ndct-body.ts";
export {
  type Frequency,
  frequencies,
  type PeriodicNdctBody,
  periodicNdctBody,
} from "./requests/periodic-ndct-body.ts";
export { sctBody } from "./requests/sct-body.ts";
export {
  type AccountDetails,
  type AccountDetailsResponse,
  type AccountListResponse,
  accountDetails as accountDetailsSchema,
  accountDetailsResponse,
  accountListResponse,
} from "./responses/accounts-response.ts";
export { type AgreementsResponse, agreementsResponse } from "./responses/agreements-response.ts";
export {
  type AuthorisationListResponse,
  type AuthorisationResponse,
  authorisationListResponse,
  authorisationResponse,
  type ScaStatusResponse,
  scaStatusResponse,
} from "./responses/authorisation-response.ts";
export {
  type Balance,
  type BalancesResponse,
  balance as balanceSchema,
  balancesResponse,
} from "./responses/balances-response.ts";
export {
  type BasketDetailsResponse,
  type BasketResponse,
  type BasketStatusResponse,
  basketDetailsResponse,
  basketResponse,
  basketStatusResponse,
} from "./responses/basket-response.ts";
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
} from "./responses/card-accounts-response.ts";
export { type ConsentResponse, consentResponse } from "./responses/consent-response.ts";
export { type ErrorResponse, errorResponse } from "./responses/error-response.ts";
export {
  type FundsConfirmationResponse,
  fundsConfirmationResponse,
} from "./responses/funds-confirmation-response.ts";
export {
  type PaymentCreatedResponse,
  paymentCreatedResponse,
} from "./responses/payment-created-response.ts";
export {
  type PaymentCancellationResponse,
  type PaymentStatusResponse,
  paymentCancellationResponse,
  paymentStatusResponse,
} from "./responses/payment-status-response.ts";
export {
  type Transaction,
  type TransactionDetails,
  type TransactionDetailsResponse,
  type TransactionsResponse,
  transaction as transactionSchema,
  transactionDetails as transactionDetailsSchema,
  transactionDetailsResponse,
  transactionsResponse,
} from "./responses/transactions-response.ts";
export { type UserResponse, userResponse } from "./responses/user-response.ts";
export { type SandboxAccountBody, sandboxAccountBody } from "./sandbox/account-body.ts";
export {
  type AgreementBody,
  agreementBody,
  type EngagementBody,
  engagementBody,
  engagementsBody,
} from "./sandbox/agreement-body.ts";
export {
  type SandboxCardAccountBody,
  sandboxCardAccountBody,
} from "./sandbox/card-account-body.ts";
export { type CustomerBody, customerBody } from "./sandbox/customer-body.ts";
export {
  type CustomerResponse,
  customerListResponse,
  customerResponse,
} from "./sandbox/customer-response.ts";
export {
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
} from "./sandbox/sandbox-responses.ts";
export {
  type SandboxCardTransactionsBody,
  type SandboxTransactionsBody,
  sandboxCardTransactionsBody,
  sandboxTransactionsBody,
} from "./sandbox/transactions-body.ts";
export type { Schema, Static } from "./schema.ts";
export * as schemaType from "./schema.ts";
export { type BodyFindings, validateBody } from "./validate-body.ts";
