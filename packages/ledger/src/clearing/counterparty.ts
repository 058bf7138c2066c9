import type { WorldId } from "@varde/storage";
/**
 * The simulated behaviour of an account at another bank:
 * - settle: accepts the money; the default for accounts not in the table
 * - reject: the clearing run releases the reservation; an instant payment is refused
 * - delay: the clearing run skips the payment until the delay has passed; an instant payment is
 * refused
 * - return: accepts the money, and a clearing run returns it after the delay
 * - hold: the payment is held before it is sent, until it is released or a later clearing run
 */
export const counterpartyBehaviours = ["settle", "reject", "delay", "return", "hold"] as const;
export type CounterpartyBehaviour = (typeof counterpartyBehaviours)[number];

export interface Counterparty {
  readonly worldId: WorldId;
  /** A BBAN or IBAN at another bank, or "*" for all of them. */
  readonly accountNumber: string;
  /** Restricts the behaviour to payments of exactly this amount. Defaults to all amounts. */
  readonly amountMinor?: bigint;
  readonly behaviour: CounterpartyBehaviour;
  readonly delayMs?: bigint;
  /** A reason code for the outcome, for example AC04. */
  readonly reason?: string;
}

export interface CounterpartyRow {
  readonly behaviour: CounterpartyBehaviour;
  readonly delay_ms: bigint;
  readonly reason: string;
}

/** Means any amount in the table; no real amount is zero. */
export const anyAmountMinor = 0n;
