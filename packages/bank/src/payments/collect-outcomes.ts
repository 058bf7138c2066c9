import { takeTurns } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { Outcome } from "../ports/core-bank.ts";
import { movesBy } from "./deliver-payments.ts";
import { moveLockedPayments } from "./move-payments.ts";
import { lockPayments } from "./payment-store.ts";

const outcomesPerTurn = 200;

/** Takes over what the core bank has found out since; it keeps each outcome until then. */
export const collectOutcomes = async (worldId: string, at: number, bank: Bank): Promise<number> => {
  const giveWay = takeTurns();
  let collected = 0;
  for (;;) {
    const outcomes = await bank.coreBank.listOutcomes(worldId, outcomesPerTurn);
    if (outcomes.length === 0) return collected;
    const byId = new Map(outcomes.map(({ instructionId, outcome }) => [instructionId, outcome]));
    await bank.storage.write(function* () {
      const payments = yield* lockPayments([...byId.keys()]);
      const answered = payments.map(
        (payment) => [payment, byId.get(payment.paymentId) as Outcome] as const,
      );
      yield* moveLockedPayments(movesBy(answered, at), bank.ids);
    });
    await giveWay();
    await bank.coreBank.acknowledgeOutcomes(worldId, outcomes);
    await giveWay();
    collected += outcomes.length;
  }
};
