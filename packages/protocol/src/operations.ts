export const httpMethods = ["GET", "POST", "PUT", "DELETE"] as const;
export type HttpMethod = (typeof httpMethods)[number];

/** Operations that are checked alike. */
export const operationKinds = [
  "createPayment",
  "createBasket",
  "readPayment",
  "changePayment",
  "readAccount",
  "createConsent",
  "readUser",
  "confirmFunds",
  "keepContact",
  "loadData",
] as const;
export type OperationKind = (typeof operationKinds)[number];

type Row = readonly [HttpMethod, OperationKind, answers: number, kept: boolean, path: string];

const kept = true;
const ____ = false;
const payment = "/v1/{service}/{product}/{paymentId}";
const baskets = "/v1/signing-baskets";
const sandbox = "/v1/sandbox";

/**
 * Every operation of the interface, one row each: method, kind (the column of the header table and
 * of the bank's table of checks), the status of success, whether the answer is kept under its
 * X-Request-ID, and the path.
 */
// biome-ignore format: one aligned table
const table = {
  createPayment:                 ["POST",   "createPayment", 201, kept, "/v1/{service}/{product}"],
  readPayment:                   ["GET",    "readPayment",   200, ____, `${payment}`],
  readPaymentStatus:             ["GET",    "readPayment",   200, ____, `${payment}/status`],
  deletePayment:                 ["DELETE", "changePayment", 204, kept, `${payment}`],
  startPaymentAuthorisation:     ["POST",   "changePayment", 201, kept, `${payment}/authorisations`],
  listPaymentAuthorisations:     ["GET",    "readPayment",   200, ____, `${payment}/authorisations`],
  readPaymentAuthorisation:      ["GET",    "readPayment",   200, ____, `${payment}/authorisations/{authorisationId}`],
  startPaymentCancellation:      ["POST",   "changePayment", 201, kept, `${payment}/cancellation-authorisations`],
  listPaymentCancellations:      ["GET",    "readPayment",   200, ____, `${payment}/cancellation-authorisations`],
  readPaymentCancellation:       ["GET",    "readPayment",   200, ____, `${payment}/cancellation-authorisations/{authorisationId}`],

  createBasket:                  ["POST",   "createBasket",  201, kept, `${baskets}`],
  readBasket:                    ["GET",    "readPayment",   200, ____, `${baskets}/{basketId}`],
  readBasketStatus:              ["GET",    "readPayment",   200, ____, `${baskets}/{basketId}/status`],
  deleteBasket:                  ["DELETE", "changePayment", 204, kept, `${baskets}/{basketId}`],
  startBasketAuthorisation:      ["POST",   "changePayment", 201, kept, `${baskets}/{basketId}/authorisations`],
  listBasketAuthorisations:      ["GET",    "readPayment",   200, ____, `${baskets}/{basketId}/authorisations`],
  readBasketAuthorisation:       ["GET",    "readPayment",   200, ____, `${baskets}/{basketId}/authorisations/{authorisationId}`],

  listAccounts:                  ["GET",    "readAccount",   200, ____, "/v1/accounts"],
  readAccount:                   ["GET",    "readAccount",   200, ____, "/v1/accounts/{accountId}"],
  readBalances:                  ["GET",    "readAccount",   200, ____, "/v1/accounts/{accountId}/balances"],
  listTransactions:              ["GET",    "readAccount",   200, ____, "/v1/accounts/{accountId}/transactions"],
  readTransaction:               ["GET",    "readAccount",   200, ____, "/v1/accounts/{accountId}/transactions/{transactionId}"],
  listCardAccounts:              ["GET",    "readAccount",   200, ____, "/v1/card-accounts"],
  readCardAccount:               ["GET",    "readAccount",   200, ____, "/v1/card-accounts/{accountId}"],
  readCardBalances:              ["GET",    "readAccount",   200, ____, "/v1/card-accounts/{accountId}/balances"],
  listCardTransactions:          ["GET",    "readAccount",   200, ____, "/v1/card-accounts/{accountId}/transactions"],

  createConsent:                 ["POST",   "createConsent", 201, kept, "/v1/bank-offered-consents"],
  createConsentDeprecated:       ["POST",   "createConsent", 201, kept, "/v1/consents"],
  listAgreements:                ["GET",    "readUser",      200, ____, "/v1/agreements"],
  readUser:                      ["GET",    "readUser",      200, ____, "/v1/user"],
  readUsers:                     ["GET",    "readUser",      200, ____, "/v1/users"],
  confirmFunds:                  ["POST",   "confirmFunds",  200, ____, "/v1/funds-confirmations"],
  putContact:                    ["PUT",    "keepContact",   200, kept, "/v1/tpps/{tppId}/contact-information"],
  readContact:                   ["GET",    "keepContact",   200, ____, "/v1/tpps/{tppId}/contact-information"],

  initializeSandbox:             ["POST",   "loadData",      200, ____, `${sandbox}/initialize`],
  createCustomer:                ["POST",   "loadData",      201, ____, `${sandbox}/customers`],
  listCustomers:                 ["GET",    "loadData",      200, ____, `${sandbox}/customers`],
  readCustomer:                  ["GET",    "loadData",      200, ____, `${sandbox}/customers/{customerId}`],
  deleteCustomer:                ["DELETE", "loadData",      204, ____, `${sandbox}/customers/{customerId}`],
  createSandboxAccount:          ["POST",   "loadData",      201, ____, `${sandbox}/accounts`],
  listSandboxAccounts:           ["GET",    "loadData",      200, ____, `${sandbox}/accounts`],
  readSandboxAccount:            ["GET",    "loadData",      200, ____, `${sandbox}/accounts/{accountId}`],
  deleteSandboxAccount:          ["DELETE", "loadData",      204, ____, `${sandbox}/accounts/{accountId}`],
  createSandboxTransactions:     ["POST",   "loadData",      201, ____, `${sandbox}/accounts/{accountId}/transactions`],
  listSandboxTransactions:       ["GET",    "loadData",      200, ____, `${sandbox}/accounts/{accountId}/transactions`],
  deleteSandboxTransactions:     ["DELETE", "loadData",      204, ____, `${sandbox}/accounts/{accountId}/transactions`],
  createSandboxCardAccount:      ["POST",   "loadData",      201, ____, `${sandbox}/card-accounts`],
  listSandboxCardAccounts:       ["GET",    "loadData",      200, ____, `${sandbox}/card-accounts`],
  readSandboxCardAccount:        ["GET",    "loadData",      200, ____, `${sandbox}/card-accounts/{accountId}`],
  deleteSandboxCardAccount:      ["DELETE", "loadData",      204, ____, `${sandbox}/card-accounts/{accountId}`],
  createSandboxCardTransactions: ["POST",   "loadData",      201, ____, `${sandbox}/card-accounts/{accountId}/transactions`],
  listSandboxCardTransactions:   ["GET",    "loadData",      200, ____, `${sandbox}/card-accounts/{accountId}/transactions`],
  deleteSandboxCardTransactions: ["DELETE", "loadData",      204, ____, `${sandbox}/card-accounts/{accountId}/transactions`],
  createSandboxAgreement:        ["POST",   "loadData",      201, ____, `${sandbox}/agreements`],
  listSandboxAgreements:         ["GET",    "loadData",      200, ____, `${sandbox}/agreements`],
  readSandboxAgreement:          ["GET",    "loadData",      200, ____, `${sandbox}/agreements/{agreementId}`],
  deleteSandboxAgreement:        ["DELETE", "loadData",      204, ____, `${sandbox}/agreements/{agreementId}`],
  listEngagements:               ["GET",    "loadData",      200, ____, `${sandbox}/agreements/{agreementId}/engagements`],
  createEngagements:             ["POST",   "loadData",      201, ____, `${sandbox}/agreements/{agreementId}/engagements`],
} as const satisfies Record<string, Row>;

export type OperationId = keyof typeof table;

/** One row of the operations table, by name. */
export interface Operation {
  readonly id: OperationId;
  readonly method: HttpMethod;
  readonly kind: OperationKind;
  readonly answers: number;
  readonly kept: boolean;
  readonly path: string;
}

export const operationList: readonly Operation[] = Object.entries(table).map(
  ([id, [method, kind, answers, isKept, path]]) => ({
    id: id as OperationId,
    method,
    kind,
    answers,
    kept: isKept,
    path,
  }),
);

/** The operations by name. */
export const operations = Object.fromEntries(
  operationList.map((operation) => [operation.id, operation]),
) as Readonly<Record<OperationId, Operation>>;
