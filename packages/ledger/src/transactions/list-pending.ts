import { type Row, rowsOfEach, type Storage, sql } from "@varde/storage";
import { type ExchangeColumns, exchangeOfColumns, type PendingTransaction } from "./transaction.ts";

interface PendingRow extends ExchangeColumns {
  readonly id: string;
  readonly account_id: string;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly since: bigint;
  readonly instruction_id: string | null;
  readonly texts: string;
}

/** What is reserved on an account or on its way to it, the newest first. */
export function listPending(
  storage: Storage,
  worldId: string,
  accountId: string,
): Promise<readonly PendingTransaction[]> {
  return storage.read(function* () {
    const [outgoing = [], incoming = []] = yield* rowsOfEach(
      sql`select r.id, r.account_id, coalesce(-i.debited_minor, -r.amount_minor) as amount_minor,
          a.currency, r.created_at as since, r.instruction_id, i.original_currency,
          i.original_minor, i.rate_ppm, r.texts
        from ledger_reservation r
        join ledger_account a on a.world_id = r.world_id and a.id = r.account_id
        left join ledger_instruction i on i.world_id = r.world_id and i.id = r.instruction_id
        where r.world_id = ${worldId} and r.account_id = ${accountId}`,
      sql`select transaction_id as id, credit_account_id as account_id,
          credited_minor as amount_minor, credit_currency as currency, submitted_at as since,
          id as instruction_id, original_currency, original_minor, rate_ppm, texts
        from ledger_instruction
        where world_id = ${worldId} and credit_account_id = ${accountId}
          and status = 'sent' and creditor_is_ours = 1`,
    );
    return [...outgoing, ...incoming].map(pendingOfRow).sort(newestFirst);
  });
}

function pendingOfRow(row: Row): PendingTransaction {
  const pending = row as unknown as PendingRow;
  return {
    id: pending.id,
    accountId: pending.account_id,
    amountMinor: pending.amount_minor,
    currency: pending.currency,
    since: pending.since,
    instructionId: pending.instruction_id,
    exchange: exchangeOfColumns(pending),
    texts: JSON.parse(pending.texts),
  };
}

function newestFirst(left: PendingTransaction, right: PendingTransaction): number {
  return left.id < right.id ? 1 : -1;
}
