import assert from "node:assert/strict";
import type { InstructionOutcome } from "@varde/bank";
import { all, sql } from "@varde/storage";
import { onlyWorld } from "@varde/testkit/bank";
import {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
  script,
} from "@varde/testkit/overlap";
import { payOla } from "@varde/testkit/payments";
import { finishSca } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { alwaysHolds } from "../invariants.ts";
import type { OverlapCase } from "../overlap-case.ts";

/** The core bank's list of outcomes, from which acknowledged ones are removed. */
const listOutcomesOf = (bank: OverlapBank) => {
  const waiting: InstructionOutcome[] = [];
  const port = {
    listOutcomes: async () => [...waiting],
    acknowledgeOutcomes: async (_worldId: string, taken: readonly InstructionOutcome[]) => {
      const receipts = new Set(taken.map(({ receipt }) => receipt));
      waiting.splice(0, Infinity, ...waiting.filter(({ receipt }) => !receipts.has(receipt)));
    },
  };
  bank.turns.watchPort("coreBank", port);
  Object.assign(bank.bank.coreBank, port);
  return waiting;
};

/** Each outcome is applied once, in its order, and none is left. */
const appliedOnce =
  (waiting: readonly InstructionOutcome[]): Invariant<string, number, number> =>
  async ({ bank, given }) => {
    if (waiting.length > 0) return `${waiting.length} outcomes are left`;
    const events = await bank.storage.read(() =>
      all<{ name: string }>(
        sql`select name from event where subject_id = ${given}
          and name in ('settled', 'returned') order by event_id`,
      ),
    );
    const names = events.map(({ name }) => name).join(", ");
    return names === "settled, returned" ? undefined : `the payment was ${names}`;
  };

export const outcomes: readonly OverlapCase[] = [
  {
    title: "F07: two processes that get the same webhook apply each outcome once",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const waiting = listOutcomesOf(bank);
      const collect = async () => bank.collectOutcomes(await onlyWorld(bank));
      await everyOverlap({
        ...{ bank, stride, a: collect, b: collect, finish: collect },
        prepare: async () => {
          const { paymentId, path } = await payOla(aTpp(bank, bank.tpp));
          bank.recorder.decide = script("pending")();
          const { searchParams } = await finishSca(bank, `http://bank${path}`);
          assert.equal(searchParams.get("code"), null);
          const receipt = `receipt of ${paymentId}`;
          waiting.push(
            { instructionId: paymentId, receipt, outcome: { kind: "settled" } },
            {
              instructionId: paymentId,
              receipt: `${receipt}, returned`,
              outcome: { kind: "returned", reason: "closed" },
            },
          );
          return paymentId;
        },
        invariants: [...alwaysHolds, appliedOnce(waiting)],
      });
    },
  },
];
