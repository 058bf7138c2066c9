import { createYielder } from "@varde/storage";
import type { Bank } from "../../bank.ts";
import type { InstructionOutcome, Outcome } from "../../ports/core-bank.ts";
import { moveLockedPayments } from "../move-payments.ts";
import type { Payment } from "../payment.ts";
import { lockPayments } from "../payment-store.ts";
import { movesBy } from "./deliver-payments.ts";
import { isOutcome } from "./is-outcome.ts";

const outcomesPerTurn = 200;

/**
 * Takes over what the core bank has found out since; it keeps each outcome until then. One that
 * says nothing the bank understands is told in the log and left there, and so is one that comes
 * again after it was acknowledged: asking on would never end.
 */
export const collectOutcomes = async (worldId: string, at: number, bank: Bank): Promise<number> => {
  const yieldToOthers = createYielder();
  const taken = new Set<string>();
  for (;;) {
    const listed = await bank.coreBank.listOutcomes(worldId, outcomesPerTurn);
    const outcomes = firstOfEach(listed.filter((one) => isTold(one) && !taken.has(markOf(one))));
    if (outcomes.length === 0) {
      const left = listed.slice(0, toldMax).map((one) => one?.instructionId);
      if (left.length > 0) bank.log.error({ left }, "outcomes of the core bank could not be taken");
      return taken.size;
    }
    await keepOutcomes(outcomes, at, bank);
    await yieldToOthers();
    await bank.coreBank.acknowledgeOutcomes(worldId, outcomes);
    await yieldToOthers();
    for (const one of outcomes) taken.add(markOf(one));
  }
};

const toldMax = 20;

/** Of several outcomes of one instruction the first counts now, the next when listed again. */
const firstOfEach = (listed: readonly InstructionOutcome[]): readonly InstructionOutcome[] => [
  ...new Map(listed.toReversed().map((one) => [one.instructionId, one])).values(),
];

const isTold = (one: InstructionOutcome | undefined): boolean =>
  typeof one?.instructionId === "string" && isOutcome(one.outcome);

const markOf = ({ instructionId, receipt }: InstructionOutcome): string =>
  JSON.stringify([instructionId, receipt]);

/** A return leaves the status as it is, so that alone does not tell that another process had it. */
const isReturnedAlready = ({ failure }: Pick<Payment, "failure">, outcome: Outcome): boolean =>
  outcome.kind === "returned" && outcome.reason === failure;

const keepOutcomes = async (
  outcomes: readonly InstructionOutcome[],
  at: number,
  bank: Bank,
): Promise<void> => {
  const byId = new Map(outcomes.map(({ instructionId, outcome }) => [instructionId, outcome]));
  const known = await bank.storage.write(function* () {
    const payments = yield* lockPayments([...byId.keys()]);
    const answered = payments
      .map((payment) => [payment, byId.get(payment.paymentId) as Outcome] as const)
      .filter(([payment, outcome]) => !isReturnedAlready(payment, outcome));
    yield* moveLockedPayments(movesBy(answered, at), bank.ids);
    return payments.length;
  });
  if (known < byId.size) {
    bank.log.warn({ count: byId.size - known }, "the core bank tells of payments not known here");
  }
};
