import {
  bigInteger,
  type RecordOf,
  run,
  type Storage,
  sql,
  table,
  text,
  type WorldId,
} from "@varde/storage";

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

export const counterpartyTable = table("ledger_counterparty", {
  worldId: text<WorldId>(),
  /** A BBAN or IBAN at another bank, or "*" for all of them. */
  accountNumber: text(),
  /** Restricts the behaviour to payments of exactly this amount, or `anyAmountMinor`. */
  amountMinor: bigInteger,
  behaviour: text<CounterpartyBehaviour>(),
  delayMs: bigInteger,
  /** A reason code for the outcome, for example AC04. */
  reason: text(),
});

type StoredCounterparty = RecordOf<typeof counterpartyTable>;

/** How an account at another bank treats one payment. */
export type CounterpartyTerms = Pick<StoredCounterparty, "behaviour" | "delayMs" | "reason">;

/** The behaviour of an account at another bank, by default for payments of all amounts. */
export type Counterparty = Pick<StoredCounterparty, "worldId" | "accountNumber" | "behaviour"> &
  Partial<StoredCounterparty>;

/** Means any amount in the table; no real amount is zero. */
export const anyAmountMinor = 0n;

/** Sets how an account at another bank behaves from now on, replacing any earlier behaviour. */
export function setCounterparty(storage: Storage, counterparty: Counterparty): Promise<void> {
  const defaults = { amountMinor: anyAmountMinor, delayMs: 0n, reason: "" };
  return storage.write(function* () {
    yield* run(
      sql`${counterpartyTable.insert({ ...defaults, ...counterparty })}
        on conflict (world_id, account_number, amount_minor)
        do update set behaviour = excluded.behaviour, delay_ms = excluded.delay_ms,
          reason = excluded.reason`,
    );
  });
}
