import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { run } from "@varde/storage";
import { collectOutcomes } from "../../../src/payments/execute/collect-outcomes.ts";
import { readPayment } from "../../../src/payments/payment-store.ts";
import type { CoreBank, InstructionOutcome } from "../../../src/ports/core-bank.ts";
import { paymentTable } from "../../../src/records/payment.ts";
import { aLedgerBank, type LedgerBank } from "../../a-ledger-bank.ts";
import { aStoredPayment } from "../../a-stored-payment.ts";

let ledgerBank: LedgerBank;
before(async () => {
  ledgerBank = await aLedgerBank();
});
after(() => ledgerBank.close());

/** Collects from a core bank that lists these outcomes and by default removes acknowledged ones. */
const collectFrom = async (listed: readonly unknown[], acknowledges = true) => {
  const logged: string[] = [];
  const log = (_fields: unknown, text: string) => void logged.push(text);
  let left = listed as readonly InstructionOutcome[];
  const coreBank: Partial<CoreBank> = {
    listOutcomes: async () => left,
    acknowledgeOutcomes: async (_worldId, outcomes) => {
      if (acknowledges) left = left.filter((one) => !outcomes.includes(one));
    },
  };
  const { bank } = ledgerBank;
  const parts = { ...bank, coreBank, log: { error: log, warn: log } } as unknown as typeof bank;
  const collected = await collectOutcomes("w", Number(ledgerBank.at), parts);
  return { collected, logged, left };
};

const sentPayment = async (): Promise<string> => {
  const payment = { ...aStoredPayment("w", 1), status: "ACSP" as const };
  await ledgerBank.bank.storage.write(() => run(paymentTable.insert(payment)));
  return payment.paymentId;
};

const read = (paymentId: string) => ledgerBank.bank.storage.read(() => readPayment(paymentId));

test("applies two outcomes of one payment in their order", async () => {
  const instructionId = await sentPayment();
  const { collected, left } = await collectFrom([
    { instructionId, receipt: "1", outcome: { kind: "settled" } },
    { instructionId, receipt: "2", outcome: { kind: "returned", reason: "closed" } },
  ]);
  assert.deepEqual([collected, left], [2, []]);
  const payment = await read(instructionId);
  assert.deepEqual([payment?.status, payment?.failure], ["ACSC", "closed"]);
});

test("F14: a payment whose settlement was not reported is settled, then returned", async () => {
  const payment = { ...aStoredPayment("w", 1), status: "PDNG" as const };
  await ledgerBank.bank.storage.write(() => run(paymentTable.insert(payment)));
  const instructionId = payment.paymentId;
  const { collected, left } = await collectFrom([
    { instructionId, receipt: "1", outcome: { kind: "returned", reason: "closed" } },
  ]);
  assert.deepEqual([collected, left], [1, []]);
  const { status, failure } = (await read(instructionId)) ?? {};
  assert.deepEqual([status, failure], ["ACSC", "closed"]);
});

test("a return that two processes collect is applied once", async () => {
  const instructionId = await sentPayment();
  const returned = { kind: "returned", reason: "closed" };
  const listed = [
    { instructionId, receipt: "1", outcome: { kind: "settled" } },
    { instructionId, receipt: "2", outcome: returned },
  ];
  await collectFrom(listed);
  const once = await read(instructionId);
  await collectFrom([{ instructionId, receipt: "2", outcome: returned }]);
  assert.equal((await read(instructionId))?.version, once?.version);
});

test("stops and logs when the core bank lists acknowledged outcomes again", async () => {
  const instructionId = await sentPayment();
  const settled = { instructionId, receipt: "1", outcome: { kind: "settled" } };
  const { collected, logged } = await collectFrom([settled], false);
  assert.equal(collected, 1);
  assert.equal((await read(instructionId))?.status, "ACSC");
  assert.deepEqual(logged, ["core bank outcomes could not be applied"]);
});

test("a malformed outcome is not acknowledged and does not delay the others", async () => {
  const instructionId = await sentPayment();
  const odd = { instructionId: "x", receipt: "1", outcome: { kind: "done" } };
  const settled = { instructionId, receipt: "1", outcome: { kind: "settled" } };
  const { collected, left } = await collectFrom([odd, undefined, settled]);
  assert.deepEqual([collected, left], [1, [odd, undefined]]);
  assert.equal((await read(instructionId))?.status, "ACSC");
});

test("logs an outcome of an unknown payment", async () => {
  const unknown = { instructionId: "unknown", receipt: "1", outcome: { kind: "settled" } };
  const { logged } = await collectFrom([unknown]);
  assert.deepEqual(logged, ["the core bank reported unknown payments"]);
});
