import {
  agreementBody,
  basketBody,
  bulkNdctBody,
  cbctBody,
  contactInformationBody,
  customerBody,
  engagementsBody,
  fundsConfirmationBody,
  indctsBody,
  ncbctBody,
  ndctBody,
  periodicNdctBody,
  type Schema,
  sandboxAccountBody,
  sandboxCardAccountBody,
  sandboxCardTransactionsBody,
  sandboxTransactionsBody,
  sctBody,
} from "../../src/schemas/index.ts";
import {
  aBulk,
  aCrossBorderPayment,
  anInstantPayment,
  aPayment,
  aPeriodicPayment,
  aSepaPayment,
} from "../a-payment.ts";

const reference = { reference: "12345674", referenceType: "SCOR", referenceIssuer: "Varde" };
const engagement = {
  customer: "15819000066",
  account: { iban: "NO9386011117947" },
  roles: ["VIEW", "register"],
};

/** Every request body of the interface, with all its fields. */
export const fullBodies: Readonly<Record<string, readonly [Schema, unknown]>> = {
  NDCT: [
    ndctBody,
    aPayment({
      creditorAgent: "DNBANOKK",
      creditorAddress: {
        street: "Storgata",
        buildingNumber: "1",
        postalCode: "0155",
        city: "Oslo",
        country: "NO",
      },
      ultimateDebtor: "Kari Nordmann",
      remittanceInformationUnstructured: "Takk",
      remittanceInformationStructured: reference,
      remittanceInformationStructuredArray: [reference],
      purposeCode: "SUPP",
      requestedExecutionDate: "2026-11-20",
      endToEndIdentification: "e2e-1",
    }),
  ],
  "NDCT from a card": [
    ndctBody,
    aPayment({
      debtorAccount: {
        currency: "NOK",
        other: { identification: "card-1", schemeNameProprietary: "creditCardAccount" },
      },
    }),
  ],
  NCBCT: [
    ncbctBody,
    aCrossBorderPayment({
      creditorAgent: "DEUTDEFF",
      creditorAddress: { country: "DE" },
      remittanceInformationUnstructured: "Danke",
      purposeCode: "SUPP",
      requestedExecutionDate: "2026-11-20",
      regulatoryReportingCode: "14",
      regulatoryReportingInformation: "Machine parts",
      serviceLevel: "URGP",
      endToEndIdentification: "e2e-1",
    }),
  ],
  CBCT: [cbctBody, aCrossBorderPayment()],
  INDCTS: [indctsBody, anInstantPayment()],
  SCT: [sctBody, aSepaPayment()],
  "bulk NDCT": [bulkNdctBody, aBulk({ batchBookingPreferred: true })],
  "periodic NDCT": [
    periodicNdctBody,
    aPeriodicPayment({
      endDate: "2027-12-01",
      frequency: "MonthlyVariable",
      monthsOfExecution: ["1", "4", "10"],
      executionRule: "preceeding",
    }),
  ],
  basket: [basketBody, { paymentIds: ["a", "b"] }],
  "funds confirmation": [
    fundsConfirmationBody,
    {
      account: { bban: "86011117947" },
      instructedAmount: { amount: "1.00", currency: "NOK" },
      creditor: "Kiosk",
    },
  ],
  "contact information": [contactInformationBody, { email: "psd2@tpp.example" }],
  "sandbox customer": [
    customerBody,
    { customerNumber: "15819000066", name: "Kari", type: "Private" },
  ],
  "sandbox account": [
    sandboxAccountBody,
    {
      customerNumber: "15819000066",
      accountName: "Brukskonto",
      bban: "12345678901",
      iban: "",
      currency: "NOK",
      product: "",
      cashAccountType: "CACC",
      creditLine: 0,
      balances: [{ balanceType: "CLOSINGBOOKED", balanceAmount: { amount: 12.5 } }],
    },
  ],
  "sandbox card account": [
    sandboxCardAccountBody,
    {
      customerNumber: "15819000066",
      accountName: "Kort",
      maskedPan: "525412******3241",
      currency: "NOK",
      creditLimit: "10000",
    },
  ],
  "sandbox transactions": [
    sandboxTransactionsBody,
    [
      {
        transactionAmount: { amount: -12.5, currency: "NOK" },
        bookingDate: "2026-11-01",
        valueDate: "2026-11-01",
        creditorName: "",
      },
    ],
  ],
  "sandbox card transactions": [
    sandboxCardTransactionsBody,
    [
      {
        transactionAmount: { amount: "-12.50", currency: "NOK" },
        transactionDate: "2026-11-01",
        invoiced: false,
      },
    ],
  ],
  "sandbox agreement": [
    agreementBody,
    { owner: "15819000066", name: "Nettbank", engagements: [engagement] },
  ],
  "sandbox engagements": [engagementsBody, [engagement]],
};
