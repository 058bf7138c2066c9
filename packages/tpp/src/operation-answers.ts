import type {
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
  FundsConfirmationResponse,
  OperationId,
  PaymentCancellationResponse,
  PaymentCreatedResponse,
  PaymentStatusResponse,
  ScaStatusResponse,
  TransactionDetailsResponse,
  TransactionsResponse,
  UserResponse,
} from "@varde/protocol";
import type { PaymentDetails } from "./payments.ts";

/** A record of test data, whose form is the sandbox's own. */
export type SandboxRecord = Readonly<Record<string, unknown>>;

/** What each operation answers when it succeeds; nothing is `undefined`. */
export interface OperationAnswers {
  createPayment: PaymentCreatedResponse;
  readPayment: PaymentDetails;
  readPaymentStatus: PaymentStatusResponse;
  deletePayment: PaymentCancellationResponse | undefined;
  startPaymentAuthorisation: AuthorisationResponse;
  listPaymentAuthorisations: AuthorisationListResponse;
  readPaymentAuthorisation: ScaStatusResponse;
  startPaymentCancellation: AuthorisationResponse;
  listPaymentCancellations: AuthorisationListResponse;
  readPaymentCancellation: ScaStatusResponse;

  createBasket: BasketResponse;
  readBasket: BasketDetailsResponse;
  readBasketStatus: BasketStatusResponse;
  deleteBasket: undefined;
  startBasketAuthorisation: AuthorisationResponse;
  listBasketAuthorisations: AuthorisationListResponse;
  readBasketAuthorisation: ScaStatusResponse;

  listAccounts: AccountListResponse;
  readAccount: AccountDetailsResponse;
  readBalances: BalancesResponse;
  listTransactions: TransactionsResponse;
  readTransaction: TransactionDetailsResponse;
  listCardAccounts: CardAccountListResponse;
  readCardAccount: CardAccountDetailsResponse;
  readCardBalances: CardBalancesResponse;
  listCardTransactions: CardTransactionsResponse;

  createConsent: ConsentResponse;
  createConsentDeprecated: ConsentResponse;
  listAgreements: AgreementsResponse;
  readUser: UserResponse;
  readUsers: UserResponse;
  confirmFunds: FundsConfirmationResponse;
  putContact: ContactInformationBody;
  readContact: ContactInformationBody;

  initializeSandbox: SandboxRecord | undefined;
  createCustomer: CustomerResponse;
  listCustomers: readonly CustomerResponse[];
  readCustomer: CustomerResponse;
  deleteCustomer: undefined;
  createSandboxAccount: SandboxRecord;
  listSandboxAccounts: readonly SandboxRecord[];
  readSandboxAccount: SandboxRecord;
  deleteSandboxAccount: undefined;
  createSandboxTransactions: readonly SandboxRecord[];
  listSandboxTransactions: readonly SandboxRecord[];
  deleteSandboxTransactions: undefined;
  createSandboxCardAccount: SandboxRecord;
  listSandboxCardAccounts: readonly SandboxRecord[];
  readSandboxCardAccount: SandboxRecord;
  deleteSandboxCardAccount: undefined;
  createSandboxCardTransactions: readonly SandboxRecord[];
  listSandboxCardTransactions: readonly SandboxRecord[];
  deleteSandboxCardTransactions: undefined;
  createSandboxAgreement: SandboxRecord;
  listSandboxAgreements: readonly SandboxRecord[];
  readSandboxAgreement: SandboxRecord;
  deleteSandboxAgreement: undefined;
  listEngagements: readonly SandboxRecord[];
  createEngagements: readonly SandboxRecord[];
}

/** The answer of one operation. A row missing above makes this line an error. */
export type AnswerOf<Id extends OperationId> = OperationAnswers[Id];
