import assert from "node:assert/strict";
import { bankDayAfter, readPayment } from "@varde/bank";
import { aBankDayAhead, onlyWorld } from "@varde/testkit/bank";
import {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
} from "@varde/testkit/overlap";
import { aPayer, aPayment, goTo, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { finishSca } from "@varde/testkit/psu";
import { alwaysHolds } from "../invariants.ts";
import type { OverlapCase } from "../overlap-case.ts";

interface Cancellable {
  readonly paymentId: string;
  readonly link: string;
}

type CancellationInvariant = Invariant<Cancellable, URL, unknown>;

/** If the PSU is shown a success, the payment that they were shown is cancelled and stays so. */
const successIsTrue: CancellationInvariant = async ({ bank, given, a }) => {
  if (a.status !== "fulfilled" || a.value.searchParams.has("code")) return undefined;
  const payment = await bank.storage.read(() => readPayment(given.paymentId));
  if (payment?.status !== "CANC") return `a cancellation is shown, it is ${payment?.status}`;
  return payment.amountMinor === 100n ? undefined : "a payment that had changed is cancelled";
};

const instructedAmount = { amount: "1.00", currency: "NOK" };

/** Starts the SCA of a cancellation, for a signed payment that waits for its day. */
const cancellable = async (payer: Payer, day: string): Promise<Cancellable> => {
  const path = await payer.pay(
    `${ndct}?allowLogicalDuplicate=true`,
    aPayment({ instructedAmount, requestedExecutionDate: day }),
  );
  const deleted = await payer.delete(path);
  assert.equal(deleted.status, 202, deleted.text);
  const started = await payer.post(`${path}/cancellation-authorisations`);
  assert.equal(started.status, 201, started.text);
  return { paymentId: idOf(path), link: started.json._links.scaRedirect.href };
};

const approve =
  (bank: OverlapBank) =>
  ({ link }: Cancellable): Promise<URL> =>
    finishSca(bank, link);

const invariants = [...alwaysHolds, successIsTrue];

/** A day has one run. */
const batchTimes = { payments: [{ cutOff: "11:29", run: "11:30" }], periodic: "05:00" };

export const cancellation: readonly OverlapCase[] = [
  {
    title: "F07: a payment is cancelled once by two browsers",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const payer = await aPayer(bank);
      await everyOverlap({
        ...{ bank, stride, a: approve(bank), b: approve(bank) },
        prepare: () => cancellable(payer, aBankDayAhead()),
        invariants,
      });
    },
  },
  {
    title: "F07: a cancellation that the PSU approves is not lost to a change",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const payer = await aPayer(bank);
      const change = async ({ paymentId }: Cancellable) =>
        bank.ownChannel.changePayment(await onlyWorld(bank), paymentId, { amount: "2.00" });
      await everyOverlap({
        ...{ bank, stride, a: approve(bank), b: change },
        prepare: () => cancellable(payer, aBankDayAhead()),
        invariants,
      });
    },
  },
  {
    title: "F07: a payment is cancelled or executed, and not both",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine, { bank: { batchTimes } });
      const runDue = async () => bank.runDueBatches(await onlyWorld(bank));
      await aPayer(bank);
      let day = "2026-11-16";
      const endings = new Set<string | undefined>();
      const noteEnding: CancellationInvariant = async ({ given }) => {
        const payment = await bank.storage.read(() => readPayment(given.paymentId));
        endings.add(payment?.status);
        return undefined;
      };
      await everyOverlap({
        ...{ bank, stride, a: approve(bank), b: runDue, finish: runDue },
        prepare: async () => {
          day = bankDayAfter(day);
          await goTo(bank, `${day}T11:28`);
          const prepared = await cancellable(await aPayer(bank), day);
          const at = Temporal.PlainDateTime.from(`${day}T11:30`).toZonedDateTime("Europe/Oslo");
          await bank.clock.setClock(await onlyWorld(bank), at.epochMilliseconds, "fixed");
          return prepared;
        },
        invariants: [...invariants, noteEnding],
      });
      // Both must have been first in some round.
      assert.deepEqual([...endings].sort(), ["ACSC", "CANC"]);
    },
  },
];
