import type { AccountId } from "@varde/bank";

/** The counterparty of a movement. */
export interface HistoryParty {
  readonly name: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly country?: string;
  /** Currency of a shop that is not paid in kroner. */
  readonly currency?: string;
}

/** Codes of each kind of movement: ISO 20022 for credits and debits, and the bank's own. */
export const movementKinds = {
  salary: { in: "PMNT-RCDT-SALA", out: "PMNT-ICDT-SALA", word: "LØNN" },
  payment: { in: "PMNT-RCDT-DMCT", out: "PMNT-ICDT-DMCT", word: "NETTGIRO" },
  standing: { in: "PMNT-RCDT-STDO", out: "PMNT-ICDT-STDO", word: "FAST BETALING" },
  abroad: { in: "PMNT-RCDT-XBCT", out: "PMNT-ICDT-XBCT", word: "UTLAND" },
  purchase: { in: "PMNT-CCRD-RIMB", out: "PMNT-CCRD-POSD", word: "VAREKJØP" },
  transfer: { in: "PMNT-RCDT-BOOK", out: "PMNT-ICDT-BOOK", word: "OVERFØRING" },
  exchange: { in: "PMNT-RCDT-BOOK", out: "PMNT-ICDT-BOOK", word: "VALUTAVEKSLING" },
  fee: { in: "ACMT-MDOP-ADJT", out: "ACMT-MDOP-FEES", word: "GEBYR" },
  interest: { in: "ACMT-MCOP-INTR", out: "ACMT-MDOP-INTR", word: "RENTER" },
} as const;
export type MovementKind = keyof typeof movementKinds;

/** A recurring movement on an account. */
export interface Habit {
  readonly accountId: AccountId;
  readonly flow: "in" | "out";
  readonly kind: MovementKind;
  /** Possible counterparties; one is chosen each time. */
  readonly parties: readonly HistoryParty[];
  /** Bounds of the amount, in minor units of the account's currency. */
  readonly least: bigint;
  readonly most: bigint;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly times: number;
  /** Interval in months. */
  readonly everyMonths: number;
  readonly text?: string;
}

/** A monthly currency exchange between two accounts of one owner. */
export interface ExchangeHabit {
  readonly fromAccountId: AccountId;
  readonly toAccountId: AccountId;
  readonly fromCurrency: string;
  readonly amountMinor: bigint;
  readonly day: number;
}

type Happening = Pick<Habit, "kind" | "parties" | "least" | "most"> & Partial<Habit>;

/** Creates a habit; by default an outgoing payment once a month. */
export function habit(accountId: AccountId, happening: Happening, day: number): Habit {
  return {
    accountId,
    flow: "out",
    firstDay: day,
    lastDay: day,
    times: 1,
    everyMonths: 1,
    ...happening,
  };
}
