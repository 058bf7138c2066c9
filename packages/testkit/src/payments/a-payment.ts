import { dataSet } from "@varde/sandbox";

/** The paths that payments and baskets are created at, by the short name of the product. */
export const ndct = "/v1/payments/norwegian-domestic-credit-transfers";
export const ncbct = "/v1/payments/norwegian-cross-border-credit-transfers";
export const indcts = "/v1/payments/instant-norwegian-domestic-credit-transfers-straks";
export const bulkNdct = "/v1/bulk-payments/norwegian-domestic-credit-transfers";
export const periodicNdct = "/v1/periodic-payments/norwegian-domestic-credit-transfers";
export const baskets = "/v1/signing-baskets";

type Fields = Readonly<Record<string, unknown>>;

const { people, payees } = dataSet;

let amounts = 0;

/** Returns an amount that was not used before, so that no payment is a logical duplicate. */
const freshAmount = (): string => {
  amounts += 1;
  return `${100 + Math.floor(amounts / 100)}.${String(amounts % 100).padStart(2, "0")}`;
};

/** A domestic payment from Kari that the bank accepts. A test changes the field it is about. */
export const aPayment = (changes: Fields = {}): Record<string, unknown> => ({
  instructedAmount: { amount: freshAmount(), currency: "NOK" },
  creditorName: payees.hotels.name,
  creditorAccount: { bban: payees.hotels.bban, currency: "NOK" },
  creditorAddress: { street: "Storgata", postalCode: "0155", city: "Oslo", country: "NO" },
  debtorAccount: { bban: people.kari.current.bban, currency: "NOK" },
  ...changes,
});

/** A payment from Kari to Germany, below the amount that must be reported. */
export const aCrossBorderPayment = (changes: Fields = {}): Record<string, unknown> => ({
  instructedAmount: { amount: freshAmount(), currency: "EUR" },
  creditorName: "Müller GmbH",
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
  debtorAccount: { bban: people.kari.current.bban, currency: "NOK" },
  ...changes,
});

/** A payment without its debtor account, as a bulk lists it. */
export const aBulkItem = (changes: Fields = {}): Record<string, unknown> => {
  const { debtorAccount, ...item } = aPayment(changes);
  return item;
};

/** Several payments from Kari with one execution date. */
export const aBulk = (payments: readonly object[], changes: Fields = {}) => ({
  paymentInformationId: "wages-11",
  debtorAccount: { bban: people.kari.current.bban, currency: "NOK" },
  payments,
  ...changes,
});

/** A payment from Kari that is repeated every month. */
export const aPeriodicPayment = (changes: Fields = {}): Record<string, unknown> => ({
  ...aPayment(),
  startDate: "2026-12-01",
  frequency: "Monthly",
  ...changes,
});

/** Returns the body without one of its fields. */
export const without = (body: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));

/** Returns the id at the end of a payment's path. */
export const idOf = (path: string): string => path.split("/").at(-1) ?? "";
