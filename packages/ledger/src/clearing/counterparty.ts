/**
 * How another bank's account behaves, for simulation:
 * - settle: takes the money (what every account does that is not in the table)
 * - reject: the clearing run gives the reservation back; an instant payment is refused
 * - delay: the clearing run passes it over until the delay is over; an instant payment is refused
 * - return: takes the money, and a clearing run sends it back once the delay is over
 */
export const counterpartyBehaviours = ["settle", "reject", "delay", "return"] as const;
export type CounterpartyBehaviour = (typeof counterpartyBehaviours)[number];

export interface Counterparty {
  readonly worldId: string;
  /** A BBAN or an IBAN of another bank, or "*" for all of them. */
  readonly accountNumber: string;
  /** Only payments of exactly this amount. Left out, all of them. */
  readonly amountMinor?: bigint;
  readonly behaviour: CounterpartyBehaviour;
  readonly delayMs?: bigint;
  /** A code the outcome carries, for example AC04. */
  readonly reason?: string;
}

export interface CounterpartyRow {
  readonly behaviour: CounterpartyBehaviour;
  readonly delay_ms: bigint;
  readonly reason: string;
}

/** Stands for any amount in the table, where no real amount is zero. */
export const anyAmountMinor = 0n;
