import type { CounterpartyBehaviour } from "@varde/ledger";
import { formatNorwegianIban, type NorwegianBban } from "@varde/protocol";

const hourMs = 3_600_000n;

/** An account in the other bank that simulates an outcome of payments to it. */
export interface MagicAccount {
  readonly bban: string;
  readonly iban: string;
  readonly name: string;
  readonly behaviour: CounterpartyBehaviour;
  readonly delayMs: bigint;
  /** Reason code of the other bank, from ISO 20022. */
  readonly reason: string;
  readonly effect: string;
}

const accounts: readonly Omit<MagicAccount, "iban">[] = [
  {
    bban: "99809900106",
    name: "Mottaker med avsluttet konto",
    behaviour: "reject",
    delayMs: 0n,
    reason: "AC04",
    effect: "rejected in clearing: the account is closed",
  },
  {
    bban: "99809900203",
    name: "Mottaker med sperret konto",
    behaviour: "reject",
    delayMs: 0n,
    reason: "AC06",
    effect: "rejected in clearing: the account is blocked",
  },
  {
    bban: "99809900300",
    name: "Mottaker med forsinkelse",
    behaviour: "delay",
    delayMs: 24n * hourMs,
    reason: "",
    effect: "settled by the first clearing run a day after it was sent",
  },
  {
    bban: "99809900408",
    name: "Mottaker med lang forsinkelse",
    behaviour: "delay",
    delayMs: 72n * hourMs,
    reason: "",
    effect: "settled by the first clearing run three days after it was sent",
  },
  {
    bban: "99809900505",
    name: "Mottaker som sender tilbake",
    behaviour: "return",
    delayMs: 24n * hourMs,
    reason: "AC03",
    effect: "settled, and sent back by the first clearing run a day later",
  },
  {
    bban: "99809900602",
    name: "Mottaker som må vente",
    behaviour: "hold",
    delayMs: 0n,
    reason: "",
    effect: "held as PDNG until it is released or the clock passes the next batch, then settled",
  },
];

export const magicAccounts: readonly MagicAccount[] = accounts.map((account) => ({
  ...account,
  iban: formatNorwegianIban(account.bban as NorwegianBban),
}));
