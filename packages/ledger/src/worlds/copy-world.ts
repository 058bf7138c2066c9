import { run, type Statement, type Storage, sql, type WorldId } from "@varde/storage";

/** Creates a world as a copy of another. */
export function copyWorld(storage: Storage, from: WorldId, to: WorldId): Promise<void> {
  return storage.write(function* () {
    yield* run(...copyStatements(from, to));
  });
}

export function copyStatements(from: WorldId, to: WorldId): Statement[] {
  return [
    sql`insert into ledger_account (world_id, id, owner_id, kind, bban, iban, bic, currency, name,
        product, cash_account_type, attributes, credit_line_minor, booked_minor, reserved_minor,
        payable, opened_at, changed_at, closed_at)
      select ${to}, id, owner_id, kind, bban, iban, bic, currency, name, product,
        cash_account_type, attributes, credit_line_minor, booked_minor, reserved_minor, payable,
        opened_at, changed_at, closed_at
      from ledger_account where world_id = ${from} order by id`,
    sql`insert into ledger_transaction (world_id, id, kind, booking_date, value_date, booked_at,
        instruction_id, original_currency, original_minor, rate_ppm, texts)
      select ${to}, id, kind, booking_date, value_date, booked_at, instruction_id,
        original_currency, original_minor, rate_ppm, texts
      from ledger_transaction where world_id = ${from} order by id`,
    sql`insert into ledger_posting (world_id, account_id, booking_date, transaction_id, currency,
        amount_minor)
      select ${to}, account_id, booking_date, transaction_id, currency, amount_minor
      from ledger_posting where world_id = ${from}
      order by account_id, booking_date, transaction_id`,
    sql`insert into ledger_day (world_id, account_id, booking_date, postings)
      select ${to}, account_id, booking_date, postings
      from ledger_day where world_id = ${from} order by account_id, booking_date`,
    copyInstructions(from, to),
    sql`insert into ledger_refusal (world_id, instruction_id, attempt, status, reason)
      select ${to}, instruction_id, attempt, status, reason
      from ledger_refusal where world_id = ${from}`,
    sql`insert into ledger_reservation (world_id, id, account_id, amount_minor, texts,
        created_at)
      select ${to}, id, account_id, amount_minor, texts, created_at
      from ledger_reservation where world_id = ${from} order by id`,
    sql`insert into ledger_counterparty (world_id, account_number, amount_minor, behaviour,
        delay_ms, reason)
      select ${to}, account_number, amount_minor, behaviour, delay_ms, reason
      from ledger_counterparty where world_id = ${from}`,
  ];
}

function copyInstructions(from: WorldId, to: WorldId): Statement {
  return sql`insert into ledger_instruction (world_id, id, kind, status, debit_account_id,
      debit_currency, debited_minor, fee_minor, credit_account_id, creditor_is_ours,
      credit_currency, credited_minor, currency, amount_minor, original_currency, original_minor,
      rate_ppm, execution_date, texts, transaction_id, fee_transaction_id, return_transaction_id,
      clearing, reason, submitted_at, due_at, return_at, batch_id, booking_date, settled_at,
      unacknowledged)
    select ${to}, id, kind, status, debit_account_id, debit_currency, debited_minor, fee_minor,
      credit_account_id, creditor_is_ours, credit_currency, credited_minor, currency, amount_minor,
      original_currency, original_minor, rate_ppm, execution_date, texts, transaction_id,
      fee_transaction_id, return_transaction_id, clearing, reason, submitted_at, due_at, return_at,
      batch_id, booking_date, settled_at, unacknowledged
    from ledger_instruction where world_id = ${from} order by id`;
}
