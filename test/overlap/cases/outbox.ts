import assert from "node:assert/strict";
import { onlyWorld } from "@varde/testkit/bank";
import { anOverlapBank, everyOverlap, type OverlapBank, script } from "@varde/testkit/overlap";
import { payOla } from "@varde/testkit/payments";
import { finishSca } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { alwaysHolds } from "../invariants.ts";
import type { OverlapCase } from "../overlap-case.ts";

/** Signs a payment that is booked at once, at a moment when the core bank is away. */
const queuePayment = async (bank: OverlapBank): Promise<string> => {
  const { paymentId, path } = await payOla(aTpp(bank, bank.tpp));
  bank.recorder.decide = () => {
    throw new Error("the core bank is away");
  };
  const redirect = await finishSca(bank, `http://bank${path}`);
  assert.equal(redirect.searchParams.get("code"), "SYSTEM_ERROR");
  return paymentId;
};

/** Delivers, and takes once more what had no funds. */
const deliverAndRetry = async (bank: OverlapBank): Promise<void> => {
  const worldId = await onlyWorld(bank);
  await bank.deliverOutbox(worldId);
  await bank.clock.advanceClock(worldId, 60_000);
  await bank.runBatch(worldId);
};

export const outbox: readonly OverlapCase[] = [
  {
    title: "F07: an instruction is delivered once",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const deliver = async () => bank.deliverOutbox(await onlyWorld(bank));
      await everyOverlap({
        ...{ bank, stride, a: deliver, b: deliver, finish: deliver },
        prepare: () => queuePayment(bank),
        invariants: alwaysHolds,
      });
    },
  },
  {
    title: "F07: an instruction that finds no funds at first is retried and not lost",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const deliver = async () => bank.deliverOutbox(await onlyWorld(bank));
      await everyOverlap({
        ...{ bank, stride, a: deliver, b: () => deliverAndRetry(bank) },
        // Until nothing is left for the batch of the next round.
        finish: async () => {
          for (let times = 0; times < 3; times += 1) await deliverAndRetry(bank).catch(() => {});
        },
        prepare: () => queuePayment(bank),
        coreBank: script("pending", "no-funds", "fails", "settled"),
        invariants: alwaysHolds,
      });
    },
  },
];
