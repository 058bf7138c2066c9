import assert from "node:assert";
import { perEngine, rowsOfEach, run, type Statement, sql, type Unit } from "@varde/storage";
import { type Account, type AccountRow, accountOfRow } from "../accounts/account.ts";
import { bankDay } from "../bank-day.ts";
import { bookBatch } from "../clearing/book-batch.ts";
import { anyAmountMinor, type CounterpartyRow } from "../clearing/counterparty.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { reserveFunds } from "../reservations/create-reservation.ts";
import type { TransactionTexts } from "../transactions/transaction.ts";
import { type Instruction, type Outcome, type OutcomeRow, outcomeOfRow } from "./instruction.ts";
import { type Plan, planInstruction } from "./plan-instruction.ts";

/**
 * Carries an instruction out, or answers with what became of it when its id is known. Own-bank and
 * instant ones are booked when this answers, the others reserved.
 */
export function submitInstruction(
  parts: LedgerParts,
  instruction: Instruction,
  at: bigint,
): Promise<Outcome> {
  return parts.storage.write(() => submit(parts, instruction, at));
}

interface KnownRow extends OutcomeRow {
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly kind: string;
}

function* submit(parts: LedgerParts, instruction: Instruction, at: bigint): Unit<Outcome> {
  const { worldId, id: instructionId, creditor } = instruction;
  // The accounts come first: once they are locked, a twin of this instruction has ended and is seen.
  const [accountRows = [], knownRows = [], counterpartyRows = []] = yield* rowsOfEach(
    selectAccounts(instruction),
    sql`select world_id, id, status, transaction_id, reason, fee_minor, settled_at, amount_minor,
        currency, kind
      from ledger_instruction where world_id = ${worldId} and id = ${instructionId}`,
    selectCounterparty(instruction),
  );
  const known = knownRows[0] as unknown as KnownRow | undefined;
  if (known !== undefined) {
    assertSame(known, instruction);
    return outcomeOfRow(known);
  }
  const accounts = (accountRows as unknown as readonly AccountRow[])
    .map(accountOfRow)
    .filter(({ closedAt }) => closedAt === null);
  const plan = planInstruction({
    instruction,
    debtor: accounts.find((account) => isDebtor(account, instruction)),
    creditor: accounts.find(
      ({ bban, iban }) =>
        (bban !== null && bban === creditor.bban) || (iban !== null && iban === creditor.iban),
    ),
    counterparty: counterpartyRows[0] as unknown as CounterpartyRow | undefined,
    fees: parts.fees,
    rates: parts.rates,
    at,
  });
  if (plan === "no-funds") return { status: plan, worldId, instructionId };
  if (typeof plan === "string") return { status: "refused", worldId, instructionId, reason: plan };
  return yield* carryOut(parts, instruction, plan, at);
}

function* carryOut(
  parts: LedgerParts,
  instruction: Instruction,
  plan: Plan,
  at: bigint,
): Unit<Outcome> {
  const { worldId, id: instructionId } = instruction;
  const { debtor, feeMinor, isBookedAtOnce } = plan;
  const transactionId = parts.ids.newId();
  const texts = JSON.stringify(textsOf(instruction, debtor));
  const totalMinor = plan.debitedMinor + feeMinor;
  const [, reserved] = yield* run(
    insertInstruction(parts, instruction, plan, transactionId, texts, at),
    reserveFunds(worldId, debtor.id, totalMinor, at),
    ...(isBookedAtOnce
      ? bookBatch(worldId, transactionId)
      : [
          sql`insert into ledger_reservation (world_id, id, account_id, instruction_id,
              amount_minor, texts, created_at)
            values (${worldId}, ${transactionId}, ${debtor.id}, ${instructionId}, ${totalMinor},
              ${texts}, ${at})`,
        ]),
  );
  assert.equal(reserved, 1n, "The funds were seen under lock and are gone.");
  return {
    status: isBookedAtOnce ? "booked" : "sent",
    worldId,
    instructionId,
    transactionId,
    reason: plan.reason,
    feeMinor,
    settledAt: isBookedAtOnce ? at : null,
  };
}

function insertInstruction(
  parts: LedgerParts,
  instruction: Instruction,
  plan: Plan,
  transactionId: string,
  texts: string,
  at: bigint,
): Statement {
  const { debtor, feeMinor, exchange, isBookedAtOnce } = plan;
  return sql`insert into ledger_instruction (world_id, id, kind, status, debit_account_id,
      debit_currency, debited_minor, fee_minor, credit_account_id, creditor_is_ours,
      credit_currency, credited_minor, currency, amount_minor, original_currency, original_minor,
      rate_ppm, execution_date, texts, transaction_id, fee_transaction_id, return_transaction_id,
      clearing, reason, submitted_at, due_at, return_at, batch_id, booking_date, settled_at,
      unacknowledged)
    values (${instruction.worldId}, ${instruction.id}, ${instruction.kind},
      ${isBookedAtOnce ? "booked" : "sent"}, ${debtor.id}, ${debtor.currency},
      ${plan.debitedMinor}, ${feeMinor}, ${plan.creditAccountId}, ${plan.creditorIsOurs ? 1 : 0},
      ${plan.creditCurrency}, ${plan.creditedMinor}, ${instruction.currency},
      ${instruction.amountMinor}, ${exchange?.originalCurrency ?? null},
      ${exchange?.originalMinor ?? null}, ${exchange?.ratePpm ?? null},
      ${instruction.executionDate}, ${texts}, ${transactionId},
      ${feeMinor > 0n ? parts.ids.newId() : null},
      ${plan.returnAt === null ? null : parts.ids.newId()}, ${plan.clearing}, ${plan.reason}, ${at},
      ${plan.dueAt}, ${plan.returnAt}, ${isBookedAtOnce ? transactionId : null},
      ${isBookedAtOnce ? bankDay(at) : null}, ${isBookedAtOnce ? at : null}, 0)`;
}

/** PostgreSQL locks them, in the order of their ids so that two payments cannot wait crosswise. */
function selectAccounts(instruction: Instruction): Statement {
  const { worldId, debtor, creditor } = instruction;
  const id = "accountId" in debtor ? debtor.accountId : null;
  const debtorBban = "bban" in debtor ? debtor.bban : null;
  const bban = creditor.bban ?? null;
  const iban = creditor.iban ?? null;
  // Joined by "or" the three ways to name an account would make SQLite walk all of the world's.
  return perEngine({
    sqlite: sql`select * from ledger_account
      where world_id = ${worldId} and id in (
        select id from ledger_account where world_id = ${worldId} and id = ${id}
        union all
        select id from ledger_account
        where world_id = ${worldId} and bban in (${debtorBban}, ${bban})
        union all
        select id from ledger_account
        where world_id = ${worldId} and iban = ${iban})`,
    postgres: sql`select * from ledger_account
      where world_id = ${worldId} and id = any(array(
        select id from ledger_account where world_id = ${worldId} and id = ${id}
        union all
        select id from ledger_account
        where world_id = ${worldId} and bban in (${debtorBban}, ${bban})
        union all
        select id from ledger_account
        where world_id = ${worldId} and iban = ${iban}))
      order by id for update`,
  });
}

/** The row that names the account goes before one for all accounts, an exact amount before any. */
function selectCounterparty({ worldId, creditor, amountMinor }: Instruction): Statement {
  return sql`select behaviour, delay_ms, reason from ledger_counterparty
    where world_id = ${worldId}
      and account_number in (${creditor.bban ?? ""}, ${creditor.iban ?? ""}, '*')
      and amount_minor in (${amountMinor}, ${anyAmountMinor})
    order by account_number desc, amount_minor desc
    limit 1`;
}

function isDebtor(account: Account, { debtor }: Instruction): boolean {
  return "accountId" in debtor ? account.id === debtor.accountId : account.bban === debtor.bban;
}

function textsOf(instruction: Instruction, debtor: Account): TransactionTexts {
  return {
    ...instruction.texts,
    debtor: {
      ...(instruction.debtorName !== undefined && { name: instruction.debtorName }),
      ...(debtor.bban !== null && { bban: debtor.bban }),
      ...(debtor.iban !== null && { iban: debtor.iban }),
    },
    creditor: instruction.creditor,
  };
}

function assertSame(known: KnownRow, instruction: Instruction): void {
  const isSame =
    known.amount_minor === instruction.amountMinor &&
    known.currency === instruction.currency &&
    known.kind === instruction.kind;
  assert.ok(isSame, `Instruction ${instruction.id} was submitted before with other content.`);
}
