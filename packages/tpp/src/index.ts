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
export type { AccountOptions, Accounts, ListingOptions, ListingQuery } from "./accounts.ts";
export type { Agreements } from "./agreements.ts";
export type { Baskets } from "./baskets.ts";
export { type BoundCallback, bindCallback, checkCallbackBrowser } from "./bind-callback.ts";
export type { CardAccounts } from "./card-accounts.ts";
export type { Consents, ConsentsPath } from "./consents.ts";
export type { Contact, ContactOptions } from "./contact.ts";
export {
  type BankOptions,
  createTppClient,
  type TppClient,
  type TppClientOptions,
} from "./create-tpp-client.ts";
export { findScaRedirect } from "./find-sca-redirect.ts";
export type { Funds } from "./funds.ts";
export type { QueryValue } from "./http/bank-address.ts";
export type { Call, CallInput, CallOptions, ClientClock, Exchange } from "./http/call-operation.ts";
export type { VerifyResponses } from "./http/read-response.ts";
export type { RetryPolicy } from "./http/retry.ts";
export { readIdentityFiles, type TppIdentity } from "./identity.ts";
export type * from "./payment-bodies.ts";
export type { PaymentDetails } from "./payment-details.ts";
export type {
  BulkPaymentBodies,
  CreatedPayment,
  CreatePaymentOptions,
  PaymentBodies,
  PaymentReference,
  Payments,
  PeriodicPaymentBodies,
} from "./payments.ts";
export type { ForwardedHeaders, Psu, PsuMemory, PsuOptions } from "./psu.ts";
export { type Callback, readCallback, type ScaFailure, type ScaSuccess } from "./read-callback.ts";
export type { Listed } from "./read-pages.ts";
export type { ResponseBody } from "./response-body.ts";
export {
  type CustomerListOptions,
  createSandboxClient,
  type SandboxAccounts,
  type SandboxAgreements,
  type SandboxClient,
  type SandboxCustomers,
  type SandboxListingQuery,
} from "./sandbox/create-sandbox-client.ts";
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
export type { User, UserPath } from "./user.ts";
export type { WaitOptions } from "./wait-for-status.ts";
