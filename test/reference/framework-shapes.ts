/**
 * The shapes of version 1.3 of the framework for the responses that we have too, as far as we use
 * them: the name of each member and its type, with `!` if required. A list is an array of one
 * shape.
 */
export type Shape =
  | "string"
  | "boolean"
  | "links"
  | { readonly oneOf: readonly string[] }
  | readonly [Shape]
  | { readonly members: Readonly<Record<string, Shape>> };

const members = (shapes: Readonly<Record<string, Shape>>): Shape => ({ members: shapes });
const oneOf = (...values: string[]): Shape => ({ oneOf: values });

const money = members({ "currency!": "string", "amount!": "string" });

const accountReference = members({
  iban: "string",
  bban: "string",
  maskedPan: "string",
  currency: "string",
});

const balance = members({
  "balanceAmount!": money,
  "balanceType!": oneOf(
    "closingBooked",
    "expected",
    "openingBooked",
    "interimAvailable",
    "interimBooked",
    "forwardAvailable",
    "nonInvoiced",
  ),
  creditLimitIncluded: "boolean",
  lastChangeDateTime: "string",
  referenceDate: "string",
});

const account = members({
  resourceId: "string",
  iban: "string",
  bban: "string",
  "currency!": "string",
  name: "string",
  ownerName: "string",
  product: "string",
  cashAccountType: "string",
  bic: "string",
  balances: [balance],
  _links: "links",
});

const reference = members({
  "reference!": "string",
  referenceType: "string",
  referenceIssuer: "string",
});

const transaction = members({
  transactionId: "string",
  entryReference: "string",
  endToEndId: "string",
  bookingDate: "string",
  valueDate: "string",
  "transactionAmount!": money,
  currencyExchange: [
    members({
      "sourceCurrency!": "string",
      "exchangeRate!": "string",
      "unitCurrency!": "string",
      "targetCurrency!": "string",
      "quotationDate!": "string",
    }),
  ],
  creditorName: "string",
  creditorAccount: accountReference,
  creditorAgent: "string",
  ultimateCreditor: "string",
  debtorName: "string",
  debtorAccount: accountReference,
  debtorAgent: "string",
  ultimateDebtor: "string",
  remittanceInformationUnstructured: "string",
  remittanceInformationUnstructuredArray: ["string"],
  remittanceInformationStructured: reference,
  remittanceInformationStructuredArray: [reference],
  purposeCode: "string",
  bankTransactionCode: "string",
  proprietaryBankTransactionCode: "string",
  _links: "links",
});

const cardAccount = members({
  resourceId: "string",
  "maskedPan!": "string",
  "currency!": "string",
  ownerName: "string",
  name: "string",
  product: "string",
  status: oneOf("enabled", "deleted", "blocked"),
  creditLimit: money,
  balances: [balance],
  _links: "links",
});

const cardTransaction = members({
  cardTransactionId: "string",
  transactionDate: "string",
  bookingDate: "string",
  "transactionAmount!": money,
  originalAmount: money,
  cardAcceptorId: "string",
  maskedPAN: "string",
  transactionDetails: "string",
  invoiced: "boolean",
  proprietaryBankTransactionCode: "string",
});

const listing = (entry: Shape): Shape =>
  members({ booked: [entry], pending: [entry], "_links!": "links" });

const transactionStatus = oneOf(
  ...["ACCC", "ACCP", "ACFC", "ACSC", "ACSP", "ACTC", "ACWC", "ACWP", "CANC", "PART", "PATC"],
  ...["PDNG", "RCVD", "RJCT"],
);
const basketStatus = oneOf("ACSC", "ACTC", "CANC", "PATC", "RCVD", "RJCT");
const scaStatus = oneOf(
  ...["received", "psuIdentified", "psuAuthenticated", "scaMethodSelected", "started"],
  ...["unconfirmed", "finalised", "failed", "exempted"],
);
const messages: Shape = [
  members({
    "category!": oneOf("ERROR", "WARNING"),
    "code!": "string",
    path: "string",
    text: "string",
  }),
];

/** Shapes by operation and status in our own document. */
export const frameworkShapes: Readonly<Record<string, Shape>> = {
  "listAccounts 200": members({ "accounts!": [account] }),
  "readAccount 200": members({ "account!": account }),
  "readBalances 200": members({
    account: accountReference,
    "balances!": [balance],
  }),
  "listTransactions 200": members({
    account: accountReference,
    transactions: listing(transaction),
  }),
  "readTransaction 200": members({
    "transactionsDetails!": transaction,
  }),
  "listCardAccounts 200": members({ "cardAccounts!": [cardAccount] }),
  "readCardAccount 200": members({ "cardAccount!": cardAccount }),
  "readCardBalances 200": members({
    cardAccount: accountReference,
    "balances!": [balance],
  }),
  "listCardTransactions 200": members({
    cardAccount: accountReference,
    cardTransactions: listing(cardTransaction),
  }),
  "confirmFunds 200": members({ "fundsAvailable!": "boolean" }),
  "createConsentDeprecated 201": members({
    "consentId!": "string",
    "consentStatus!": "string",
    "_links!": "links",
    psuMessage: "string",
    tppMessages: messages,
  }),
  "createPayment.payments.NDCT 201": members({
    "transactionStatus!": transactionStatus,
    "paymentId!": "string",
    transactionFees: money,
    transactionFeeIndicator: "boolean",
    psuMessage: "string",
    tppMessages: messages,
    "_links!": "links",
  }),
  "readPaymentStatus.payments.NDCT 200": members({
    "transactionStatus!": transactionStatus,
    fundsAvailable: "boolean",
    psuMessage: "string",
    tppMessages: messages,
    _links: "links",
  }),
  "startPaymentAuthorisation.payments.NDCT 201": members({
    "scaStatus!": scaStatus,
    "authorisationId!": "string",
    psuMessage: "string",
    tppMessages: messages,
    "_links!": "links",
  }),
  "listPaymentAuthorisations.payments.NDCT 200": members({
    "authorisationIds!": ["string"],
  }),
  "createBasket 201": members({
    "transactionStatus!": basketStatus,
    "basketId!": "string",
    psuMessage: "string",
    tppMessages: messages,
    "_links!": "links",
  }),
  "readBasket 200": members({
    payments: ["string"],
    "transactionStatus!": basketStatus,
    _links: "links",
  }),
  "listAccounts 401": members({ tppMessages: messages, _links: "links" }),
};

/** Deliberate differences of our responses, explained in docs/decisions/0011. */
export const deliberateDifferences: readonly string[] = [
  "listTransactions 200 /transactions/booked[]/additionalInformationProprietary1 is added",
  "listTransactions 200 /transactions/booked[]/additionalInformationProprietary2 is added",
  "listTransactions 200 /transactions/booked[]/additionalInformationProprietary3 is added",
  "listTransactions 200 /transactions/pending[]/additionalInformationProprietary1 is added",
  "listTransactions 200 /transactions/pending[]/additionalInformationProprietary2 is added",
  "listTransactions 200 /transactions/pending[]/additionalInformationProprietary3 is added",
  "readTransaction 200 /transactionsDetails/additionalInformationProprietary1 is added",
  "readTransaction 200 /transactionsDetails/additionalInformationProprietary2 is added",
  "readTransaction 200 /transactionsDetails/additionalInformationProprietary3 is added",
  "listCardAccounts 200 /cardAccounts[]/relatedAccount is added",
  "readCardAccount 200 /cardAccount/relatedAccount is added",
  "createConsentDeprecated 201 /consentId is not there",
  "createConsentDeprecated 201 /consentStatus is not there",
  "createPayment.payments.NDCT 201 /_links may be absent",
  "readPaymentStatus.payments.NDCT 200 /paymentId is added",
  "startPaymentAuthorisation.payments.NDCT 201 /_links may be absent",
  "createBasket 201 /basketId may be absent",
  "createBasket 201 /_links may be absent",
  "readBasket 200 /basketId is added",
  "readBasket 200 /paymentIds is added",
];
