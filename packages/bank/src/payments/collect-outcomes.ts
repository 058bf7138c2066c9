import type { Bank } from "../bank.ts";
import { applyOutcome } from "./deliver-payment.ts";

const outcomesPerTurn = 200;

/** Takes over what the core bank has found out since; it keeps each outcome until then. */
export const collectOutcomes = async (worldId: string, bank: Bank): Promise<number> => {
  let collected = 0;
  for (;;) {
    const outcomes = await bank.coreBank.listOutcomes(worldId, outcomesPerTurn);
    if (outcomes.length === 0) return collected;
    for (const { instructionId, outcome } of outcomes) {
      await applyOutcome(instructionId, outcome, bank);
    }
    await bank.coreBank.acknowledgeOutcomes(worldId, outcomes);
    collected += outcomes.length;
  }
};
