export type {
  AccountDetailsResponse,
  AccountListResponse,
  AgreementsResponse,
  AuthorisationListResponse,
  AuthorisationResponse,
  BalancesResponse,
  BasketDetailsResponse,
  BasketResponse,
  BasketStatusResponse,
  CardAccountDetailsResponse,
  CardAccountListResponse,
  CardBalancesResponse,
  CardTransactionsResponse,
  ConsentResponse,
  ContactInformationBody,
  CustomerResponse,
  FundsConfirmationBody,
  FundsConfirmationResponse,
  PaymentCancellationResponse,
  PaymentCreatedResponse,
  PaymentStatusResponse,
  PsuContext,
  ScaStatusResponse,
  TppMessageCode,
  TransactionDetailsResponse,
  TransactionStatus,
  TransactionsResponse,
  UserResponse,
} from "@varde/protocol";
export {
  type CustomerListOptions,
  createSandboxClient,
  type SandboxAccounts,
  type SandboxAgreements,
  type SandboxClient,
  type SandboxCustomers,
  type SandboxListingQuery,
} from "./create-sandbox-client.ts";
export {
  type BankOptions,
  createTppClient,
  type TppClient,
  type TppClientOptions,
} from "./create-tpp-client.ts";
export type { QueryValue } from "./http/bank-address.ts";
export type { Call, CallInput, CallOptions, ClientClock, Exchange } from "./http/call-operation.ts";
export type { VerifyResponses } from "./http/read-response.ts";
export type { RetryPolicy } from "./http/retry.ts";
export { readIdentityFiles, type TppIdentity } from "./identity.ts";
export type * from "./payment-bodies.ts";
export { type BoundCallback, bindCallback, checkCallbackBrowser } from "./psu/bind-callback.ts";
export { findScaRedirect } from "./psu/find-sca-redirect.ts";
export type { ForwardedHeaders, Psu, PsuMemory, PsuOptions } from "./psu/psu.ts";
export {
  type Callback,
  readCallback,
  type ScaFailure,
  type ScaSuccess,
} from "./psu/read-callback.ts";
export type {
  AccountOptions,
  Accounts,
  ListingOptions,
  ListingQuery,
} from "./resources/accounts.ts";
export type { Agreements } from "./resources/agreements.ts";
export type { Baskets } from "./resources/baskets.ts";
export type { CardAccounts } from "./resources/card-accounts.ts";
export type { Consents, ConsentsPath } from "./resources/consents.ts";
export type { Contact, ContactOptions } from "./resources/contact.ts";
export type { Funds } from "./resources/funds.ts";
export {
  type CreatedPayment,
  type CreatePaymentOptions,
  isWaitingForSigners,
  type PaymentReference,
  type Payments,
  type PaymentWaitOptions,
} from "./resources/payments.ts";
export type { Listed } from "./resources/read-pages.ts";
export type { User, UserPath } from "./resources/user.ts";
export type { WaitOptions } from "./resources/wait-for-status.ts";
export {
  type BankMessage,
  CallbackError,
  InvalidResponseError,
  NetworkError,
  type NetworkFault,
  type RefusalFacts,
  RefusedError,
  ScaFailedError,
  ScaRequiredError,
  StatusNotReachedError,
  TppError,
} from "./tpp-error.ts";
