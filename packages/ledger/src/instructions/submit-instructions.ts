import assert from "node:assert";
import type { Unit } from "@varde/storage";
import type { CounterpartyTerms } from "../clearing/counterparty.ts";
import type { LedgerParts } from "../ledger-parts.ts";
import {
  carryOut,
  type PlannedInstruction,
  type RefusedInstruction,
  splitByTurnover,
  storeRefusals,
} from "./carry-out.ts";
import { type LedgerInstruction, type LedgerOutcome, toOutcome } from "./instruction.ts";
import { planInstruction } from "./plan-instruction.ts";
import { type KnownInstruction, readFacts, type SubmissionFacts } from "./submission-facts.ts";

/** A known instruction was submitted with other content. Nothing of its list was executed. */
export class InstructionReused extends Error {
  constructor(instructionId: string) {
    super(`Instruction ${instructionId} was submitted before with other content; use a new id.`);
  }
}

/**
 * Carries out instructions of one world in order, in one unit, and returns the outcome of each. An
 * id that is known gets its outcome again. Own-bank and instant instructions are booked, the others
 * reserved. An instruction without funds does not stop the others.
 */
export async function submitInstructions(
  parts: LedgerParts,
  instructions: readonly LedgerInstruction[],
  at: bigint,
): Promise<readonly LedgerOutcome[]> {
  if (instructions.length === 0) return [];
  const worlds = new Set(instructions.map(({ worldId }) => worldId));
  const ids = new Set(instructions.map(({ id }) => id));
  assert.ok(worlds.size === 1, "All instructions of one submission must belong to the same world.");
  assert.equal(ids.size, instructions.length, "The list contains an instruction twice.");
  return parts.storage.write(() => submit(parts, instructions, at));
}

function* submit(
  parts: LedgerParts,
  instructions: readonly LedgerInstruction[],
  at: bigint,
): Unit<readonly LedgerOutcome[]> {
  const facts = yield* readCompleteFacts(instructions);
  const plannedInstructions: PlannedInstruction[] = [];
  const refused: RefusedInstruction[] = [];
  const outcomes = instructions.map((instruction) => {
    const before = earlierOutcome(instruction, facts);
    if (before !== undefined) return before;
    const planned = planOne(parts, instruction, facts, at);
    if ("plan" in planned) {
      plannedInstructions.push(planned);
      return plannedOutcome(planned, at);
    }
    refused.push({ instruction, outcome: planned });
    return planned;
  });
  for (const part of splitByTurnover(plannedInstructions)) {
    yield* carryOut(part, parts.ids.newId(), at);
  }
  yield* storeRefusals(refused);
  return outcomes;
}

/**
 * Reads the facts, and reads them again if a debtor account is missing. While a world is being
 * reset, PostgreSQL waits for the old accounts and then returns neither them nor their
 * replacements.
 */
function* readCompleteFacts(instructions: readonly LedgerInstruction[]): Unit<SubmissionFacts> {
  const facts = yield* readFacts(instructions);
  const isWhole = instructions.every((one) => facts.findDebtor(one) !== undefined);
  return isWhole ? facts : yield* readFacts(instructions);
}

/** Returns the outcome of a known instruction, or of an earlier submission of the same attempt. */
function earlierOutcome(
  instruction: LedgerInstruction,
  facts: SubmissionFacts,
): LedgerOutcome | undefined {
  const known = facts.known.get(instruction.id);
  if (known !== undefined) {
    refuseOtherContent(known, instruction);
    const { amountMinor, currency, kind, debitAccountId, texts, ...outcome } = known;
    return toOutcome(outcome);
  }
  const refusal = facts.refusals.get(instruction.id);
  if (refusal === undefined || instruction.attempt === undefined) return undefined;
  return instruction.attempt <= refusal.attempt ? refusal.outcome : undefined;
}

function ownTerms({ counterparty }: LedgerInstruction): CounterpartyTerms | undefined {
  return counterparty && { delayMs: 0n, reason: "", ...counterparty };
}

function planOne(
  parts: LedgerParts,
  instruction: LedgerInstruction,
  facts: SubmissionFacts,
  at: bigint,
): PlannedInstruction | RefusedInstruction["outcome"] {
  const { worldId, id: instructionId } = instruction;
  const creditor = facts.findCreditor(instruction);
  const plan = planInstruction({
    instruction,
    debtor: facts.findDebtor(instruction),
    creditor,
    counterparty: ownTerms(instruction) ?? facts.findCounterparty(instruction),
    fees: parts.fees,
    rates: parts.rates,
    at,
  });
  if (plan === "no-funds") return { status: plan, worldId, instructionId };
  if (typeof plan === "string") return { status: "refused", worldId, instructionId, reason: plan };
  const { totalMinor } = plan;
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

function plannedOutcome(
  { instruction, plan, transactionId }: PlannedInstruction,
  at: bigint,
): LedgerOutcome {
  const waiting = plan.clearing === "hold" ? "held" : "sent";
  return {
    status: plan.isBookedAtOnce ? "booked" : waiting,
    worldId: instruction.worldId,
    instructionId: instruction.id,
    transactionId,
    reason: plan.reason,
    feeMinor: plan.feeMinor,
    settledAt: plan.isBookedAtOnce ? at : null,
  };
}

function refuseOtherContent(known: KnownInstruction, instruction: LedgerInstruction): void {
  const { debtor, creditor } = instruction;
  const isSame =
    known.amountMinor === instruction.amountMinor &&
    known.currency === instruction.currency &&
    known.kind === instruction.kind &&
    ("accountId" in debtor
      ? known.debitAccountId === debtor.accountId
      : known.texts.debtor?.bban === debtor.bban) &&
    known.texts.creditor?.bban === creditor.bban &&
    known.texts.creditor?.iban === creditor.iban;
  if (!isSame) throw new InstructionReused(instruction.id);
}
