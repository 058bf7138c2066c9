import {
  type AccountId,
  type Row,
  rowsOfEach,
  type Storage,
  sql,
  type WorldId,
} from "@varde/storage";
import {
  type ExchangeColumns,
  exchangeFromColumns,
  type PendingTransaction,
} from "./transaction.ts";

interface PendingRow extends ExchangeColumns {
  readonly id: string;
  readonly account_id: AccountId;
  readonly kind: PendingTransaction["kind"];
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly since: bigint;
  readonly instruction_id: string | null;
  readonly texts: string;
}

/** Lists the reserved and incoming amounts of an account, fees included, newest first. */
export function listPending(
  storage: Storage,
  worldId: WorldId,
  accountId: AccountId,
): Promise<readonly PendingTransaction[]> {
  return storage.read(function* () {
    const parts = yield* rowsOfEach(
      sql`select r.id, r.account_id, 'reservation' as kind,
          -r.amount_minor as amount_minor, a.currency, r.created_at as since,
          null as instruction_id, null as original_currency, null as original_minor,
          null as rate_ppm, r.texts
        from ledger_reservation r
        join ledger_account a on a.world_id = r.world_id and a.id = r.account_id
        where r.world_id = ${worldId} and r.account_id = ${accountId}`,
      sql`select transaction_id as id, debit_account_id as account_id, 'payment' as kind,
          -debited_minor as amount_minor, debit_currency as currency, submitted_at as since,
          id as instruction_id, original_currency, original_minor, rate_ppm, texts
        from ledger_instruction
        where world_id = ${worldId} and debit_account_id = ${accountId} and status = 'sent'`,
      sql`select fee_transaction_id as id, debit_account_id as account_id, 'fee' as kind,
          -fee_minor as amount_minor, debit_currency as currency, submitted_at as since,
          id as instruction_id, null as original_currency, null as original_minor,
          null as rate_ppm, '{}' as texts
        from ledger_instruction
        where world_id = ${worldId} and debit_account_id = ${accountId} and status = 'sent'
          and fee_transaction_id is not null`,
      sql`select transaction_id as id, credit_account_id as account_id, 'payment' as kind,
          credited_minor as amount_minor, credit_currency as currency, submitted_at as since,
          id as instruction_id, original_currency, original_minor, rate_ppm, texts
        from ledger_instruction
        where world_id = ${worldId} and credit_account_id = ${accountId}
          and status = 'sent' and creditor_is_ours = 1`,
    );
    return parts.flat().map(pendingFromRow).sort(newestFirst);
  });
}

function pendingFromRow(row: Row): PendingTransaction {
  const pending = row as unknown as PendingRow;
  return {
    id: pending.id,
    accountId: pending.account_id,
    kind: pending.kind,
    amountMinor: pending.amount_minor,
    currency: pending.currency,
    since: pending.since,
    instructionId: pending.instruction_id,
    exchange: exchangeFromColumns(pending),
    texts: JSON.parse(pending.texts),
  };
}

function newestFirst(left: PendingTransaction, right: PendingTransaction): number {
  return left.id < right.id ? 1 : -1;
}
