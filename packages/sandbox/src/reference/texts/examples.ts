import { dataSet } from "../../data-set/index.ts";

const { kari, ola, ase } = dataSet.people;
const { vardeberg } = dataSet.companies;
const nok = (amount: string) => ({ amount, currency: "NOK" });
const link = (href: string, ...verbs: readonly string[]) => ({ href, verbs });
const paymentId = "0198c0de-7a51-7c58-b7cb-fb1ed6a50dfa";
const ndct = "/v1/payments/norwegian-domestic-credit-transfers";

const domestic = {
  instructedAmount: nok("249.50"),
  creditorName: ola.name,
  creditorAccount: { bban: ola.current.bban, currency: "NOK" },
  creditorAddress: { country: "NO" },
  remittanceInformationUnstructured: "Seks glass",
};
const fromKari = { bban: kari.current.bban, currency: "NOK" };
const crossBorder = {
  instructedAmount: { amount: "9500.00", currency: "EUR" },
  creditorName: "Holz GmbH",
  creditorAgent: "COBADEFF",
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
  debtorAccount: { bban: ase.savings.bban, currency: "NOK" },
  regulatoryReportingCode: "14",
  regulatoryReportingInformation: "Timber",
};
const periodic = {
  ...domestic,
  debtorAccount: fromKari,
  startDate: "2027-01-15",
  frequency: "Monthly",
  dayOfExecution: "15",
};
const bulk = {
  paymentInformationId: "wages-2027-01",
  debtorAccount: fromKari,
  requestedExecutionDate: "2027-01-15",
  payments: [domestic],
};
const account = {
  resourceId: "kari-current",
  bban: kari.current.bban,
  iban: kari.current.iban,
  currency: "NOK",
  name: "Brukskonto",
  cashAccountType: "CACC",
};

/** Examples of the request and response bodies, by the name of their schema. */
export const examples: Readonly<Record<string, object>> = {
  NdctBody: { ...domestic, debtorAccount: fromKari },
  BulkNdctBody: bulk,
  PeriodicNdctBody: periodic,
  NcbctBody: crossBorder,
  IndctsBody: { ...domestic, debtorAccount: fromKari },
  SctBody: {
    instructedAmount: { amount: "120.00", currency: "EUR" },
    creditorName: "Holz GmbH",
    creditorAccount: { iban: "DE89370400440532013000" },
    debtorAccount: { iban: kari.current.iban },
  },
  BasketBody: { paymentIds: [paymentId, "0198c0df-1f0a-7aa1-9a43-0a4be2ce5a0d"] },
  FundsConfirmationBody: { account: { bban: kari.current.bban }, instructedAmount: nok("1000.00") },
  ContactInformation: { email: "psd2@tpp.example" },
  CustomerBody: { customerNumber: "15819000066", name: "Nils Nygård", type: "PRIVATE" },
  SandboxAccountBody: {
    customerNumber: "15819000066",
    accountName: "Brukskonto",
    bban: "99901019009",
    currency: "NOK",
    balances: [{ balanceType: "closingBooked", balanceAmount: { amount: 1200.5 } }],
  },
  SandboxTransactionsBody: [
    {
      transactionAmount: { amount: "-45.00", currency: "NOK" },
      bookingDate: "2026-11-02",
      valueDate: "2026-11-02",
      creditorName: "Kiosken",
    },
  ],
  SandboxCardAccountBody: {
    customerNumber: "15819000066",
    accountName: "Kredittkort",
    maskedPan: "525412******3241",
    currency: "NOK",
    creditLimit: 20000,
  },
  SandboxCardTransactionsBody: [
    { transactionAmount: { amount: 99.9, currency: "NOK" }, transactionDate: "2026-11-02" },
  ],
  AgreementBody: { owner: vardeberg.representative.customerNumber, name: "Avtale for regnskap" },
  EngagementsBody: [
    {
      customer: ola.customerNumber,
      account: { iban: vardeberg.accounts[0].iban },
      roles: ["VIEW", "REGISTER"],
    },
  ],
  PaymentCreated: {
    paymentId,
    transactionStatus: "RCVD",
    transactionFeeIndicator: false,
    _links: {
      self: link(`${ndct}/${paymentId}`, "GET", "DELETE"),
      status: link(`${ndct}/${paymentId}/status`, "GET"),
      scaRedirect: link("http://127.0.0.1:8080/sca/yCSS7ZWcOz8pSZMEMoyJnw", "GET"),
    },
  },
  PaymentStatus: { paymentId, transactionStatus: "ACSC", fundsAvailable: true },
  PaymentCancellation: {
    transactionStatus: "ACTC",
    _links: {
      startAuthorisation: link(`${ndct}/${paymentId}/cancellation-authorisations`, "POST"),
    },
  },
  NdctDetails: { ...domestic, debtorAccount: fromKari, paymentId, transactionStatus: "ACSC" },
  BulkNdctDetails: { ...bulk, paymentId, transactionStatus: "PART" },
  PeriodicNdctDetails: { ...periodic, paymentId, transactionStatus: "ACTC" },
  NcbctDetails: { ...crossBorder, paymentId, transactionStatus: "ACWP" },
  IndctsDetails: { ...domestic, debtorAccount: fromKari, paymentId, transactionStatus: "ACSC" },
  SctDetails: {
    instructedAmount: { amount: "120.00", currency: "EUR" },
    creditorName: "Holz GmbH",
    creditorAccount: { iban: "DE89370400440532013000" },
    debtorAccount: { iban: kari.current.iban },
    paymentId,
  },
  Authorisation: {
    scaStatus: "received",
    authorisationId: "0198c0de-8b11-7c02-8f0e-5c5f2a6f9b01",
    _links: { scaRedirect: link("http://127.0.0.1:8080/sca/dRL0cY6jY3pW2m0m0s8Lfw", "GET") },
  },
  AuthorisationList: { authorisationIds: ["0198c0de-8b11-7c02-8f0e-5c5f2a6f9b01"] },
  ScaStatus: { scaStatus: "finalised" },
  Basket: {
    basketId: "0198c0e0-0c2e-7b1a-8a11-3f0b7c9d2e10",
    transactionStatus: "RCVD",
  },
  BasketDetails: {
    basketId: "0198c0e0-0c2e-7b1a-8a11-3f0b7c9d2e10",
    paymentIds: [paymentId],
    transactionStatus: "ACTC",
  },
  BasketStatus: { transactionStatus: "ACTC" },
  AccountList: { accounts: [account] },
  AccountDetails: { account },
  Balances: {
    account: { bban: kari.current.bban, currency: "NOK" },
    balances: [{ balanceType: "closingBooked", balanceAmount: nok("48211.50") }],
  },
  Transactions: {
    account: { bban: kari.current.bban },
    transactions: {
      booked: [
        {
          transactionId: "kari-current-1",
          bookingDate: "2026-11-02",
          transactionAmount: nok("-249.50"),
          creditorName: ola.name,
        },
      ],
      _links: { self: link("/v1/accounts/kari-current/transactions?limit=200", "GET") },
    },
  },
  TransactionDetailsAnswer: {
    transactionsDetails: {
      transactionId: "kari-current-1",
      bookingDate: "2026-11-02",
      transactionAmount: nok("-249.50"),
    },
  },
  CardAccountList: {
    cardAccounts: [{ resourceId: "kari-card", maskedPan: "541333******1005", currency: "NOK" }],
  },
  CardAccountDetails: {
    cardAccount: { resourceId: "kari-card", maskedPan: "541333******1005", currency: "NOK" },
  },
  CardBalances: {
    balances: [{ balanceType: "closingBooked", balanceAmount: nok("-6429.43") }],
  },
  CardTransactions: {
    cardTransactions: {
      booked: [{ transactionDate: "2026-11-02", transactionAmount: nok("-99.90") }],
      _links: { self: link("/v1/card-accounts/kari-card/transactions?limit=200", "GET") },
    },
  },
  Consent: {
    _links: { scaRedirect: link("http://127.0.0.1:8080/sca/Kk2mYl3aG0oT9s8sJ7u1uQ", "GET") },
  },
  Agreements: {
    agreements: [
      { psuCorporateId: "5d0a2c3e-8a5b-4a57-9a0c-0d4f2f3f1c11", name: "Skarvøy Sjømat AS" },
    ],
  },
  User: { psuId: "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10" },
  FundsConfirmation: { fundsAvailable: true },
  Error: {
    tppMessages: [
      {
        category: "ERROR",
        code: "FORMAT_ERROR",
        path: "/instructedAmount/amount",
        text: "amount must have exactly 2 fraction digits in NOK, like 100.00.",
      },
    ],
  },
};
