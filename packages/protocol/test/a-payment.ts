/** Valid bodies, in which a test changes the field it is about. */
type Changes = Readonly<Record<string, unknown>>;

const address = { street: "Storgata", postalCode: "0155", city: "Oslo", country: "NO" };

export function aPayment(changes: Changes = {}): Record<string, unknown> {
  return {
    instructedAmount: { amount: "100.33", currency: "NOK" },
    creditorName: "Blåbærsyltetøy AS",
    creditorAccount: { bban: "86011117947", currency: "NOK" },
    creditorAddress: { ...address },
    debtorAccount: { bban: "95360573002", currency: "NOK" },
    ...changes,
  };
}

export function aCrossBorderPayment(changes: Changes = {}): Record<string, unknown> {
  return {
    instructedAmount: { amount: "100.00", currency: "EUR" },
    creditorName: "Müller GmbH",
    creditorAccount: { iban: "DE89370400440532013000", currency: "EUR" },
    debtorAccount: { bban: "95360573002", currency: "NOK" },
    ...changes,
  };
}

export function anInstantPayment(changes: Changes = {}): Record<string, unknown> {
  return aPayment(changes);
}

export function aSepaPayment(changes: Changes = {}): Record<string, unknown> {
  return {
    instructedAmount: { amount: "100.00", currency: "EUR" },
    creditorName: "Müller GmbH",
    creditorAccount: { iban: "DE89370400440532013000" },
    debtorAccount: { iban: "NO0995360573002" },
    ...changes,
  };
}

export function aBulk(changes: Changes = {}): Record<string, unknown> {
  const { debtorAccount, ...payment } = aPayment();
  return {
    paymentInformationId: "bulk-1",
    debtorAccount,
    requestedExecutionDate: "2026-11-20",
    payments: [payment, { ...payment, creditorName: "Kari Nordmann" }],
    ...changes,
  };
}

export function aPeriodicPayment(changes: Changes = {}): Record<string, unknown> {
  return aPayment({
    startDate: "2026-12-01",
    frequency: "Monthly",
    dayOfExecution: "31",
    ...changes,
  });
}
