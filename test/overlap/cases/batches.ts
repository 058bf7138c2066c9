import { bankDayAfter, type DueBatchesRun } from "@varde/bank";
import type { Engine } from "@varde/storage";
import { onlyWorld } from "@varde/testkit/bank";
import {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
} from "@varde/testkit/overlap";
import {
  aPayment,
  aPeriodicPayment,
  ndct,
  oneRunADay,
  payerAt,
  periodicNdct,
} from "@varde/testkit/payments";
import { alwaysHolds } from "../invariants.ts";
import type { OverlapCase } from "../overlap-case.ts";

type BatchInvariant = Invariant<unknown, DueBatchesRun, DueBatchesRun>;

/** Two processes never count the same batch or the same payment: one that lost it must say so. */
const countedOnce: BatchInvariant = ({ a, b }) => {
  const runs = [a, b].flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const batches = runs.reduce((sum, run) => sum + run.batches, 0);
  const payments = runs.reduce((sum, run) => sum + run.payments, 0);
  if (batches > 1) return `the batch was completed ${batches} times`;
  return payments > 1 ? `the payment was counted ${payments} times` : undefined;
};

/** A process that was only slow has not lost its work: the other one has left it alone. */
const leaseIsKept: BatchInvariant = ({ isLeased, a }) =>
  isLeased && a.status !== "fulfilled" ? "the first process has lost its batch" : undefined;

/** Only the process that has claimed the batch last takes payments. */
const lostTakesNothing: BatchInvariant = ({ trace }) => {
  let owner: string | undefined;
  for (const line of trace) {
    const [who] = line;
    if (line.endsWith(": insert batch")) owner = who;
    if (line.includes("insert outbox") && who !== owner) return `it had lost the batch: ${line}`;
  }
  return undefined;
};

const instructedAmount = { amount: "1.00", currency: "NOK" };

/** Sets the clock to the time of a batch, without running it. */
const stopAt = async (bank: OverlapBank, osloTime: string): Promise<void> => {
  const at = Temporal.PlainDateTime.from(osloTime).toZonedDateTime("Europe/Oslo");
  await bank.clock.setClock(await onlyWorld(bank), at.epochMilliseconds, "fixed");
};

/** Places between two at which a process is stopped that has its lease. */
const leasedStride = 5;

/** Two processes overlap in a batch; `prepare` brings the world to the time of one on a day. */
const overlapInBatch = async (
  engine: Engine,
  stride: number,
  prepare: (bank: OverlapBank, day: string) => Promise<void>,
  mayDie = false,
): Promise<void> => {
  await using bank = await anOverlapBank(engine, { bank: oneRunADay });
  const runDue = async () => bank.runDueBatches(await onlyWorld(bank));
  let day = "2026-11-16";
  const batch = {
    ...{ bank, stride, a: runDue, b: runDue, finish: runDue },
    prepare: async () => {
      day = bankDayAfter(day);
      await prepare(bank, day);
    },
    invariants: [...alwaysHolds, countedOnce, leaseIsKept, lostTakesNothing],
  };
  await everyOverlap(batch);
  if (!mayDie) return;
  // A batch is claimed early and finished late, so some places between are always tried.
  if (stride > leasedStride) {
    await everyOverlap({ ...batch, modes: ["held", "slow"], stride: leasedStride });
  }
  // The process that takes the batch over dies, so that it leaves payments to the first one.
  await everyOverlap({ ...batch, modes: ["expired"], dyingAfter: 1 });
};

export const batches: readonly OverlapCase[] = [
  {
    title: "F07: a batch executes each payment once",
    run: (engine, stride) =>
      overlapInBatch(
        engine,
        stride,
        async (bank, day) => {
          const payer = await payerAt(bank, `${day}T09:45`);
          await payer.pay(ndct, aPayment({ instructedAmount }));
          await stopAt(bank, `${day}T11:30`);
        },
        true,
      ),
  },
  {
    title: "F07: a batch creates each execution of a standing order once",
    run: (engine, stride) => {
      let isSigned = false;
      return overlapInBatch(engine, stride, async (bank, day) => {
        const payer = await payerAt(bank, `${day}T04:45`);
        const order = { startDate: day, frequency: "Daily", instructedAmount };
        if (!isSigned) await payer.pay(periodicNdct, aPeriodicPayment(order));
        isSigned = true;
        await stopAt(bank, `${day}T05:00`);
      });
    },
  },
];
