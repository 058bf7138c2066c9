import { dataSet } from "@varde/sandbox";

type Fields = Readonly<Record<string, unknown>>;

export const ndctPath = "/v1/payments/norwegian-domestic-credit-transfers";
export const ncbctPath = "/v1/payments/norwegian-cross-border-credit-transfers";

const { kari } = dataSet.people;
const { architects } = dataSet.payees;

let amounts = 0;

/** An amount nobody has asked for yet, so that no payment is the logical duplicate of another. */
const freshAmount = (): string => {
  amounts += 1;
  return `${10 + Math.trunc(amounts / 100)}.${String(amounts % 100).padStart(2, "0")}`;
};

/** A domestic payment of Kari's that the bank accepts; a test changes the one thing it is about. */
export const aPayment = (changes: Fields = {}): Record<string, unknown> => ({
  instructedAmount: { amount: freshAmount(), currency: "NOK" },
  creditorName: architects.name,
  creditorAccount: { bban: architects.bban, currency: "NOK" },
  creditorAddress: { street: "Storgata", postalCode: "0155", city: "Oslo", country: "NO" },
  debtorAccount: { bban: kari.current.bban, currency: "NOK" },
  ...changes,
});

/** The same for a cross-border payment, to an IBAN and below the reporting threshold. */
export const aCrossBorderPayment = (changes: Fields = {}): Record<string, unknown> => ({
  instructedAmount: { amount: freshAmount(), currency: "EUR" },
  creditorName: "Müller GmbH",
  creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
  debtorAccount: { bban: kari.current.bban, currency: "NOK" },
  ...changes,
});

/** The fields of a body but one. */
export const without = (body: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));
