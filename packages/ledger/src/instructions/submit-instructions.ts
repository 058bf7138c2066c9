import assert from "node:assert";
import type { Unit } from "@varde/storage";
import type { CounterpartyRow } from "../clearing/counterparty.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import { type CarriedOut, carryOut, keepRefusals, type RefusedInstruction } from "./carry-out.ts";
import { type Instruction, type Outcome, outcomeOfRow } from "./instruction.ts";
import { planInstruction } from "./plan-instruction.ts";
import { type KnownRow, readFacts, type SubmissionFacts } from "./submission-facts.ts";

/**
 * Carries an instruction out, or answers with what became of it when its id is known. Own-bank and
 * instant ones are booked when this answers, the others reserved.
 */
export async function submitInstruction(
  parts: LedgerParts,
  instruction: Instruction,
  at: bigint,
): Promise<Outcome> {
  const [outcome] = await submitInstructions(parts, [instruction], at);
  assert.ok(outcome !== undefined, "Every instruction has an outcome.");
  return outcome;
}

/**
 * Carries out instructions of one world, in their order and in one unit, and answers with the
 * outcome of each. One without funds does not hold up the others.
 */
export async function submitInstructions(
  parts: LedgerParts,
  instructions: readonly Instruction[],
  at: bigint,
): Promise<readonly Outcome[]> {
  if (instructions.length === 0) return [];
  const worlds = new Set(instructions.map(({ worldId }) => worldId));
  const ids = new Set(instructions.map(({ id }) => id));
  assert.ok(worlds.size === 1, "The instructions of one submission are of one world.");
  assert.equal(ids.size, instructions.length, "An instruction is submitted twice in one list.");
  return parts.storage.write(() => submit(parts, instructions, at));
}

function* submit(
  parts: LedgerParts,
  instructions: readonly Instruction[],
  at: bigint,
): Unit<readonly Outcome[]> {
  const facts = yield* readSettledFacts(instructions);
  const carriedOut: CarriedOut[] = [];
  const refused: RefusedInstruction[] = [];
  const outcomes = instructions.map((instruction) => {
    const before = outcomeBefore(instruction, facts);
    if (before !== undefined) return before;
    const planned = planOne(parts, instruction, facts, at);
    if ("plan" in planned) {
      carriedOut.push(planned);
      return outcomeOf(planned, at);
    }
    refused.push({ instruction, outcome: planned });
    return planned;
  });
  yield* carryOut(carriedOut, parts.ids.newId(), at);
  yield* keepRefusals(refused);
  return outcomes;
}

/**
 * PostgreSQL waits for a world that is being reset and then finds the accounts gone that it waited
 * for, not those that came in their place. So whoever misses the account that pays looks again.
 */
function* readSettledFacts(instructions: readonly Instruction[]): Unit<SubmissionFacts> {
  const facts = yield* readFacts(instructions);
  const isWhole = instructions.every((one) => facts.debtorOf(one) !== undefined);
  return isWhole ? facts : yield* readFacts(instructions);
}

/** What is known of the instruction, or was answered to this same attempt. */
function outcomeBefore(instruction: Instruction, facts: SubmissionFacts): Outcome | undefined {
  const known = facts.known.get(instruction.id);
  if (known !== undefined) {
    assertSame(known, instruction);
    return outcomeOfRow(known);
  }
  const refusal = facts.refusals.get(instruction.id);
  if (refusal === undefined || instruction.attempt === undefined) return undefined;
  return instruction.attempt <= refusal.attempt ? refusal.outcome : undefined;
}

function counterpartyRow({ counterparty }: Instruction): CounterpartyRow | undefined {
  if (counterparty === undefined) return undefined;
  const { behaviour, delayMs = 0n, reason = "" } = counterparty;
  return { behaviour, delay_ms: delayMs, reason };
}

function planOne(
  parts: LedgerParts,
  instruction: Instruction,
  facts: SubmissionFacts,
  at: bigint,
): CarriedOut | RefusedInstruction["outcome"] {
  const { worldId, id: instructionId } = instruction;
  const creditor = facts.creditorOf(instruction);
  const plan = planInstruction({
    instruction,
    debtor: facts.debtorOf(instruction),
    creditor,
    counterparty: counterpartyRow(instruction) ?? facts.counterpartyOf(instruction),
    fees: parts.fees,
    rates: parts.rates,
    at,
  });
  if (plan === "no-funds") return { status: plan, worldId, instructionId };
  if (typeof plan === "string") return { status: "refused", worldId, instructionId, reason: plan };
  const totalMinor = plan.debitedMinor + plan.feeMinor;
  if (!plan.isBookedAtOnce) {
    facts.change(plan.debtor.id, { reservedMinor: totalMinor });
  } else {
    facts.change(plan.debtor.id, { bookedMinor: -totalMinor });
    if (creditor !== undefined) facts.change(creditor.id, { bookedMinor: plan.creditedMinor });
  }
  return {
    instruction,
    plan,
    transactionId: parts.ids.newId(),
    feeTransactionId: plan.feeMinor > 0n ? parts.ids.newId() : null,
    returnTransactionId: plan.returnAt === null ? null : parts.ids.newId(),
  };
}

function outcomeOf({ instruction, plan, transactionId }: CarriedOut, at: bigint): Outcome {
  return {
    status: plan.isBookedAtOnce ? "booked" : "sent",
    worldId: instruction.worldId,
    instructionId: instruction.id,
    transactionId,
    reason: plan.reason,
    feeMinor: plan.feeMinor,
    settledAt: plan.isBookedAtOnce ? at : null,
  };
}

function assertSame(known: KnownRow, instruction: Instruction): void {
  const isSame =
    known.amount_minor === instruction.amountMinor &&
    known.currency === instruction.currency &&
    known.kind === instruction.kind;
  assert.ok(isSame, `Instruction ${instruction.id} was submitted before with other content.`);
}
