import { createYielder } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { InstructionOutcome, Outcome } from "../../ports/core-bank.ts";
import type { WorldId } from "../../ports/ids.ts";
import type { Payment } from "../../records/payment.ts";
import { moveLockedPayments } from "../move-payments.ts";
import { lockPayments } from "../payment-store.ts";
import { outcomeMoves } from "./deliver-payments.ts";
import { isOutcome } from "./is-outcome.ts";

const outcomesPerTurn = 200;

/**
 * Applies the outcomes that the core bank reports until none are left. A malformed outcome, or one
 * that is listed again after it was acknowledged, is logged and left there: asking for more would
 * never end.
 */
export const collectOutcomes = async (
  worldId: WorldId,
  at: number,
  bank: Bank,
): Promise<number> => {
  const yieldToOthers = createYielder();
  const taken = new Set<string>();
  for (;;) {
    const listed = await bank.coreBank.listOutcomes(worldId, outcomesPerTurn);
    const outcomes = firstPerInstruction(
      listed.filter((one) => isValid(one) && !taken.has(outcomeKey(one))),
    );
    if (outcomes.length === 0) {
      const left = listed.slice(0, loggedMax).map((one) => one?.instructionId);
      if (left.length > 0) bank.log.error({ left }, "core bank outcomes could not be applied");
      return taken.size;
    }
    const applied = await applyOutcomes(outcomes, at, bank);
    await yieldToOthers();
    await bank.coreBank.acknowledgeOutcomes(worldId, applied);
    await yieldToOthers();
    for (const one of applied) taken.add(outcomeKey(one));
  }
};

const loggedMax = 20;

/** Returns the first outcome of each instruction; the others are applied when listed again. */
const firstPerInstruction = (
  listed: readonly InstructionOutcome[],
): readonly InstructionOutcome[] => [
  ...new Map(listed.toReversed().map((one) => [one.instructionId, one])).values(),
];

const isValid = (one: InstructionOutcome | undefined): boolean =>
  typeof one?.instructionId === "string" && isOutcome(one.outcome);

const outcomeKey = ({ instructionId, receipt }: InstructionOutcome): string =>
  JSON.stringify([instructionId, receipt]);

/**
 * A return does not change the status, so the failure shows whether another process has applied it.
 */
const isReturnedAlready = ({ failure }: Pick<Payment, "failure">, outcome: Outcome): boolean =>
  outcome.kind === "returned" && outcome.reason === failure;

/** Applies outcomes and returns those that need no further step. */
const applyOutcomes = async (
  outcomes: readonly InstructionOutcome[],
  at: number,
  bank: Bank,
): Promise<readonly InstructionOutcome[]> => {
  const byId = new Map(outcomes.map(({ instructionId, outcome }) => [instructionId, outcome]));
  const { known, settled } = await bank.storage.write(function* () {
    const payments = yield* lockPayments([...byId.keys()]);
    const reported = payments.flatMap((payment) => {
      const outcome = byId.get(payment.paymentId);
      return outcome === undefined || isReturnedAlready(payment, outcome)
        ? []
        : [[payment, outcome] as const];
    });
    const moves = outcomeMoves(reported, at);
    yield* moveLockedPayments(moves, bank.ids);
    const settledNow = moves.filter(([, { event }]) => event === "settled");
    return {
      known: payments.length,
      settled: new Set(settledNow.map(([{ paymentId }]) => paymentId)),
    };
  });
  if (known < byId.size) {
    bank.log.warn({ count: byId.size - known }, "the core bank reported unknown payments");
  }
  // A payment that was returned before its settlement was known is returned in the next turn.
  return outcomes.filter(
    ({ instructionId, outcome }) => outcome.kind !== "returned" || !settled.has(instructionId),
  );
};
