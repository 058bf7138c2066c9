import { run, type Storage, sql } from "@varde/storage";
import { anyAmountMinor, type Counterparty, counterpartyTable } from "./counterparty.ts";

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
