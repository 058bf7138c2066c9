import assert from "node:assert/strict";
import { readPayment } from "@varde/bank";
import { aBankDayAhead, onlyWorld } from "@varde/testkit/bank";
import {
  anOverlapBank,
  everyOverlap,
  type Invariant,
  type OverlapBank,
} from "@varde/testkit/overlap";
import { aPayer, aPayment, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { alwaysHolds } from "../invariants.ts";
import type { OverlapCase } from "../overlap-case.ts";

type Done = string | undefined;
type ChangeInvariant = Invariant<string, Done, Done>;

const amountOf = { a: "2.00", b: "3.00" } as const;

/** The payment is as it was confirmed last: a change that was refused has changed nothing. */
const confirmedIsStored: ChangeInvariant = async ({ bank, given, a, b, trace }) => {
  const payment = await bank.storage.read(() => readPayment(given));
  assert(payment !== undefined, "the payment exists");
  const { amount } = JSON.parse(payment.body).instructedAmount as { readonly amount: string };
  const writers = trace.flatMap((line) => (/^[ab]: .*update payment/.test(line) ? [line[0]] : []));
  const last = writers.at(-1) as keyof typeof amountOf | undefined;
  const isConfirmed = { a, b }[last ?? "a"];
  if (isConfirmed.status === "fulfilled" && isConfirmed.value !== undefined) {
    return `${last} was refused, and has written ${amount}`;
  }
  const expected = last === undefined ? "1.00" : amountOf[last];
  return amount === expected ? undefined : `${amount} is stored, ${expected} was confirmed`;
};

/** A payment that was cancelled stays as it was then. */
const cancelledStays: ChangeInvariant = async ({ bank, given, a, b, trace }) => {
  const payment = await bank.storage.read(() => readPayment(given));
  const isCancelled = b.status === "fulfilled" && b.value === undefined;
  if (isCancelled && payment?.status !== "CANC")
    return `it was cancelled, and is ${payment?.status}`;
  const { amount } = JSON.parse(payment?.body ?? "").instructedAmount as {
    readonly amount: string;
  };
  const isChanged = trace.some((line) => /^a: .*update payment/.test(line));
  const isRefused = a.status === "fulfilled" && a.value !== undefined;
  return (isRefused || !isChanged) && amount !== "1.00" ? "a refused change was stored" : undefined;
};

/** A change or a cancellation of which nobody heard may be there; everything else must be true. */
const waitingPayment = async (payer: Payer): Promise<string> => {
  const instructedAmount = { amount: "1.00", currency: "NOK" };
  const requestedExecutionDate = aBankDayAhead();
  return idOf(
    await payer.pay(
      `${ndct}?allowLogicalDuplicate=true`,
      aPayment({ instructedAmount, requestedExecutionDate }),
    ),
  );
};

const change =
  (bank: OverlapBank, who: keyof typeof amountOf) =>
  async (paymentId: string): Promise<Done> =>
    bank.ownChannel.changePayment(await onlyWorld(bank), paymentId, { amount: amountOf[who] });

export const ownChannel: readonly OverlapCase[] = [
  {
    title: "F07: a change does not overwrite another that was confirmed",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const payer = await aPayer(bank);
      await everyOverlap({
        ...{ bank, stride, a: change(bank, "a"), b: change(bank, "b") },
        prepare: () => waitingPayment(payer),
        invariants: [...alwaysHolds, confirmedIsStored],
      });
    },
  },
  {
    title: "F07: a change does not revive a payment that was cancelled",
    run: async (engine, stride) => {
      await using bank = await anOverlapBank(engine);
      const payer = await aPayer(bank);
      await everyOverlap({
        ...{ bank, stride, a: change(bank, "a") },
        b: async (id) => bank.ownChannel.cancelPayment(await onlyWorld(bank), id),
        prepare: () => waitingPayment(payer),
        invariants: [...alwaysHolds, cancelledStays],
      });
    },
  },
];
