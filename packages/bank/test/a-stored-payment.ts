import type { Payment } from "../src/records/payment.ts";

const routes = ["own-bank", "clearing", "cross-border"] as const;
const creditors = {
  "own-bank": { bban: "86011117947" },
  clearing: { bban: "12345678903" },
  "cross-border": { iban: "DE89370400440532013000" },
} as const;
/** Other banks that accept, reject, delay and return payments. */
const clearingBbans = ["12345678903", "15032080119", "36241234562", "97104133219"];

let last = 0;

/** Creates a payment as a TPP would; its kind, amount and payee depend on its number. */
export const aStoredPayment = (worldId: string, number: number): Payment => {
  last += 1;
  const route = routes[number % routes.length] ?? "clearing";
  const account =
    route === "clearing" ? { bban: clearingBbans[number % 4] ?? "" } : creditors[route];
  // Every seventh amount is more than the debtor can ever have.
  const amountMinor = number % 7 === 0 ? 900_000_000n : BigInt(100 + (number % 50));
  const kroner = `${amountMinor / 100n}.${String(amountMinor % 100n).padStart(2, "0")}`;
  const body = {
    instructedAmount: { amount: kroner, currency: "NOK" },
    creditorName: "Ola Nordmann",
    creditorAccount: { ...account, currency: "NOK" },
    debtorAccount: { bban: "95360573002", currency: "NOK" },
  };
  return {
    paymentId: `payment-${String(last).padStart(9, "0")}`,
    worldId,
    tppId: "tpp",
    personId: undefined,
    agreementId: undefined,
    context: undefined,
    service: "payments",
    product: route === "cross-border" ? "NCBCT" : "NDCT",
    route,
    status: "RCVD",
    version: 1n,
    body: JSON.stringify(body),
    amountMinor,
    currency: "NOK",
    debtorAccountId: "payer",
    executionDate: "2026-03-02",
    dateMoved: undefined,
    feeMinor: route === "cross-border" ? 30n : 0n,
    feeCurrency: "NOK",
    fundsAvailable: undefined,
    failure: undefined,
    basketId: undefined,
    parentId: undefined,
    occurrence: undefined,
    batchKind: "payments",
    sessionId: "session",
    brand: undefined,
    duplicateKey: undefined,
    scaId: undefined,
    psuDevice: undefined,
    createdAt: 0,
    signedAt: undefined,
    signaturesMissing: undefined,
    statusAt: 0,
  };
};
