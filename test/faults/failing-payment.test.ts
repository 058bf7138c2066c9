import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayment, idOf, ndct, payerAt } from "@varde/testkit/payments";

const logLines: { readonly level: number; readonly paymentId?: string }[] = [];
const bank = await aBank({
  expectsErrors: true,
  logTo: { write: (line) => void logLines.push(JSON.parse(line)) },
});
after(() => bank.close());

test("reports a payment that the core bank cannot process, and delays no other", async () => {
  const payer = await payerAt(bank, "2026-11-16T07:00");
  const worldId = await onlyWorld(bank);
  const paths = [];
  for (let count = 0; count < 5; count += 1) paths.push(await payer.pay(ndct, aPayment()));
  const [first = "", failing = "", ...others] = paths;
  const { coreBank } = bank.bank;
  const submitAll = coreBank.submitAll.bind(coreBank);
  const choking = mock.method(coreBank, "submitAll", async (...[orders, at]: Submission) => {
    if (orders.some((order) => order.instructionId === idOf(failing))) throw new Error("choked");
    return submitAll(orders, at);
  });
  await bank.runBatch(worldId);
  for (const path of [first, ...others]) assert.equal(await payer.status(path), "ACSC");
  assert.equal(await payer.status(failing), "PDNG");
  const faults = logLines.filter(({ level }) => level >= 50);
  assert.deepEqual(
    faults.map(({ paymentId }) => paymentId),
    [idOf(failing)],
  );
  choking.mock.restore();
  await bank.runBatch(worldId);
  assert.equal(await payer.status(failing), "ACSC");
});

type Submission = Parameters<typeof bank.bank.coreBank.submitAll>;
