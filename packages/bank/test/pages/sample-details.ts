import type { BatchView, Money, PaymentView } from "../../src/pages/parts/payment-view.ts";

/** Returns a string from outside the bank; the tests of attacks replace it. */
export type Say = (text: string) => string;

function money(amountMinor: bigint, currency = "NOK", fractionDigits = 2): Money {
  return { amountMinor, currency, fractionDigits };
}

export function samplePayment(say: Say): PaymentView {
  return {
    amount: money(1_234_50n),
    payee: { name: say("Blåbærsyltetøy AS"), account: say("86011117947") },
    fromAccount: { number: say("15032080119"), name: say("Brukskonto") },
    executionDate: "2026-11-16",
    remittance: [{ kind: "kid", text: say("12345674") }],
  };
}

export function samplePaymentAbroad(say: Say): PaymentView {
  return {
    amount: money(1_250_000_00n, "EUR"),
    payee: {
      name: say("Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau GmbH"),
      account: say("DE89370400440532013000"),
      country: say("DE"),
      bic: say("COBADEFFXXX"),
    },
    fromAccount: { number: say("NO9386011117947"), name: say("Driftskonto") },
    executionDate: "2026-11-17",
    remittance: [
      { kind: "message", text: say("Faktura 2026-1187, tredje avdrag etter kontrakt") },
      { kind: "reference", text: say("RF18539007547034") },
    ],
    exchange: { from: "EUR", to: "NOK", rate: "11.652" },
    debited: money(14_565_000_00n),
    fee: money(65_00n),
    total: money(14_565_065_00n),
  };
}

export function samplePeriodicPayment(say: Say): PaymentView {
  return {
    amount: money(9_500_00n),
    payee: { name: say("Sameiet Utsikten"), account: say("36241234562") },
    fromAccount: { number: say("15032080119") },
    schedule: {
      frequency: "MonthlyVariable",
      startDate: "2026-12-01",
      dayOfExecution: 31,
      monthsOfExecution: [1, 4, 7, 10],
    },
    remittance: [{ kind: "message", text: say("Felleskostnader") }],
  };
}

export function sampleBatch(say: Say): BatchView {
  const names = ["Blåbærsyltetøy AS", "Nordre Rør og Varme", "Åse Østby", "Kraftlaget SA"];
  const rows = Array.from({ length: 14 }, (_, index) => ({
    payee: { name: say(names[index % names.length] ?? ""), account: say("86011117947") },
    amount: index === 3 ? money(4_800_00n, "EUR") : money(BigInt(index + 1) * 1_999_95n),
    executionDate: "2026-11-16",
    ...(index % 2 === 0 && { reference: say(`Faktura ${1180 + index}`) }),
  }));
  const account = { number: say("15032080119"), name: say("Driftskonto") };
  return {
    kind: "basket",
    totals: [money(201_994_95n), money(4_800_00n, "EUR")],
    fromAccounts: [account],
    rows,
    fee: money(45_00n),
    exchange: {
      rates: [{ from: "EUR", to: "NOK", rate: "11.652" }],
      debits: [{ account, total: money(257_969_55n), isEstimate: true }],
    },
  };
}

const open = { isGranted: true, isOpen: true };
const closed = { isGranted: false, isOpen: false };

export function sampleAccounts(say: Say) {
  return [
    { id: say("1"), name: say("Brukskonto"), number: say("15032080119"), ...open },
    { id: say("2"), name: say("Sparekonto hytte"), number: say("36241234562"), ...closed },
    { id: say("3"), name: say("Kredittkort"), number: say("4925 •••• •••• 1187"), ...open },
  ];
}
