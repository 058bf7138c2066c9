import assert from "node:assert";
import { addMinor, knownMinor, type Minor } from "@varde/protocol/money";
import { type AccountId, run, type Statement, sql, type Unit, type WorldId } from "@varde/storage";
import type { Account } from "../accounts/account.ts";
import { bankDay } from "../bank-day.ts";
import { bookBatch } from "../clearing/book-batch.ts";
import type { TransactionTexts } from "../transactions/transaction.ts";
import {
  instructionTable,
  type LedgerInstruction,
  type LedgerOutcome,
  refusalTable,
} from "./instruction.ts";
import type { Plan } from "./plan-instruction.ts";

/** An instruction that will be carried out, with the ids of the transactions it creates. */
export interface PlannedInstruction {
  readonly instruction: LedgerInstruction;
  readonly plan: Plan;
  readonly transactionId: string;
  readonly feeTransactionId: string | null;
  readonly returnTransactionId: string | null;
}

export interface RefusedInstruction {
  readonly instruction: LedgerInstruction;
  readonly outcome: Extract<LedgerOutcome, { readonly status: "no-funds" | "refused" }>;
}

/**
 * Splits a list so that the turnover of each account in a part has at most 18 digits: SQL adds it
 * up, and the same money can go to and fro in one list.
 */
export function splitByTurnover(
  all: readonly PlannedInstruction[],
): readonly (readonly PlannedInstruction[])[] {
  const parts: PlannedInstruction[][] = [[]];
  let turnover = new Map<AccountId, bigint>();
  for (const one of all) {
    const { debtor, totalMinor, creditAccountId, creditedMinor, creditorIsOurs } = one.plan;
    const sides = [[debtor.id, totalMinor] as const];
    if (creditorIsOurs) sides.push([creditAccountId, creditedMinor]);
    const isTooLarge = sides.some(
      ([id, amountMinor]) => typeof addMinor(turnover.get(id) ?? 0n, amountMinor) === "string",
    );
    if (isTooLarge) {
      parts.push([]);
      turnover = new Map();
    }
    for (const [id, amountMinor] of sides) {
      turnover.set(id, knownMinor(addMinor(turnover.get(id) ?? 0n, amountMinor)));
    }
    parts.at(-1)?.push(one);
  }
  return parts;
}

/**
 * Writes the plans made under lock. Everything is reserved first. Instructions that are booked
 * immediately are then booked as one batch, which releases their reservations.
 */
export function* carryOut(
  all: readonly PlannedInstruction[],
  batchId: string,
  at: bigint,
): Unit<void> {
  const worldId = all[0]?.instruction.worldId;
  if (worldId === undefined) return;
  const totals = totalsByAccount(all);
  const isAnyAtOnce = all.some(({ plan }) => plan.isBookedAtOnce);
  const changes = yield* run(
    ...[...totals].map(([id, totalMinor]) => addReserved(worldId, id, totalMinor, at)),
    ...all.map((one) => insertInstruction(one, batchId, at)),
    ...(isAnyAtOnce ? bookBatch(worldId, batchId) : []),
  );
  const reserved = changes.slice(0, totals.size).every((count) => count === 1n);
  assert.ok(reserved, "An account that was locked has disappeared.");
}

/**
 * Stores the outcomes of attempts that moved nothing, so that repeating an attempt returns the same
 * outcome.
 */
export function* storeRefusals(refused: readonly RefusedInstruction[]): Unit<void> {
  const statements = refused.flatMap(({ instruction, outcome }) =>
    instruction.attempt === undefined
      ? []
      : [
          sql`${refusalTable.insert({
            worldId: instruction.worldId,
            instructionId: instruction.id,
            attempt: instruction.attempt,
            status: outcome.status,
            reason: "reason" in outcome ? outcome.reason : "",
          })} on conflict (world_id, instruction_id) do update set attempt = excluded.attempt,
            status = excluded.status, reason = excluded.reason`,
        ],
  );
  if (statements.length > 0) yield* run(...statements);
}

function totalsByAccount(all: readonly PlannedInstruction[]): ReadonlyMap<AccountId, Minor> {
  const totals = new Map<AccountId, Minor>();
  for (const { plan } of all) {
    const { id } = plan.debtor;
    totals.set(id, knownMinor(addMinor(totals.get(id) ?? 0n, plan.totalMinor)));
  }
  return totals;
}

/**
 * Adds to the reserved amount without checking funds: planning did that under lock, one instruction
 * after the other.
 */
function addReserved(
  worldId: WorldId,
  accountId: AccountId,
  totalMinor: Minor,
  at: bigint,
): Statement {
  return sql`update ledger_account
    set reserved_minor = reserved_minor + ${totalMinor}, changed_at = ${at}
    where world_id = ${worldId} and id = ${accountId}`;
}

/** Inserts an instruction. While its status is "sent", the debited amount stays reserved. */
function insertInstruction(
  { instruction, plan, ...ids }: PlannedInstruction,
  batchId: string,
  at: bigint,
): Statement {
  const { debtor, exchange, isBookedAtOnce } = plan;
  return instructionTable.insert({
    ...plan,
    ...ids,
    worldId: instruction.worldId,
    instructionId: instruction.id,
    kind: instruction.kind,
    status: isBookedAtOnce ? "booked" : "sent",
    debitAccountId: debtor.id,
    debitCurrency: debtor.currency,
    currency: instruction.currency,
    amountMinor: instruction.amountMinor,
    originalCurrency: exchange?.originalCurrency ?? null,
    originalMinor: exchange?.originalMinor ?? null,
    ratePpm: exchange?.ratePpm ?? null,
    executionDate: instruction.executionDate,
    texts: transactionTexts(instruction, debtor),
    submittedAt: at,
    batchId: isBookedAtOnce ? batchId : null,
    bookingDate: isBookedAtOnce ? bankDay(at) : null,
    settledAt: isBookedAtOnce ? at : null,
    isUnacknowledged: false,
  });
}

function transactionTexts(instruction: LedgerInstruction, debtor: Account): TransactionTexts {
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
