import { run, type Storage, sql } from "@varde/storage";
import { anyAmountMinor, type Counterparty } from "./counterparty.ts";

/** Sets how an account at another bank behaves from now on, replacing any earlier behaviour. */
export function setCounterparty(storage: Storage, counterparty: Counterparty): Promise<void> {
  const { worldId, accountNumber, behaviour } = counterparty;
  const delayMs = counterparty.delayMs ?? 0n;
  const reason = counterparty.reason ?? "";
  return storage.write(function* () {
    yield* run(
      sql`insert into ledger_counterparty (world_id, account_number, amount_minor, behaviour,
          delay_ms, reason)
        values (${worldId}, ${accountNumber}, ${counterparty.amountMinor ?? anyAmountMinor},
          ${behaviour}, ${delayMs}, ${reason})
        on conflict (world_id, account_number, amount_minor)
        do update set behaviour = excluded.behaviour, delay_ms = excluded.delay_ms,
          reason = excluded.reason`,
    );
  });
}
