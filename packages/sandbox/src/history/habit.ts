/** The other end of a movement. */
export interface HistoryParty {
  readonly name: string;
  readonly bban?: string;
  readonly iban?: string;
  readonly country?: string;
  /** A shop that takes another currency than kroner. */
  readonly currency?: string;
}

/** What the bank calls a movement: the ISO 20022 code in and out, and its own word. */
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

/** Something that happens to an account again and again. */
export interface Habit {
  readonly accountId: string;
  readonly flow: "in" | "out";
  readonly kind: MovementKind;
  /** One of them is chosen each time. */
  readonly parties: readonly HistoryParty[];
  /** The amount is somewhere between these, in minor units of the account's currency. */
  readonly least: bigint;
  readonly most: bigint;
  readonly firstDay: number;
  readonly lastDay: number;
  readonly times: number;
  /** 1 for every month, 3 for every third. */
  readonly everyMonths: number;
  readonly text?: string;
}

/** Money of one owner that changes its currency every month. */
export interface ExchangeHabit {
  readonly fromAccountId: string;
  readonly toAccountId: string;
  readonly fromCurrency: string;
  readonly amountMinor: bigint;
  readonly day: number;
}

type Happening = Pick<Habit, "kind" | "parties" | "least" | "most"> & Partial<Habit>;

/** A habit of an account; without more said it is a payment out, once a month. */
export function habit(accountId: string, happening: Happening, day: number): Habit {
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
