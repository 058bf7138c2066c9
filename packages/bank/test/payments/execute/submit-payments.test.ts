import assert from "node:assert/strict";
import { test } from "node:test";
import { StorageUnavailable } from "@varde/storage";
import type { Bank } from "../../../src/bank.ts";
import { submitPayments } from "../../../src/payments/execute/submit-payments.ts";
import type { Outcome } from "../../../src/ports/core-bank.ts";

interface Numbered {
  readonly paymentId: string;
}

const numbered = (count: number): readonly Numbered[] =>
  Array.from({ length: count }, (_, at) => ({ paymentId: String(at) }));

/** Submits to a core bank that throws for any list with one of these. */
const submitTo = async (payments: readonly Numbered[], isPoison: (id: string) => boolean) => {
  const told: unknown[] = [];
  let calls = 0;
  const submit = async (some: readonly Numbered[]): Promise<readonly Outcome[]> => {
    calls += 1;
    if (some.some(({ paymentId }) => isPoison(paymentId))) throw new Error("cannot be taken");
    return some.map(() => ({ kind: "settled" }));
  };
  const log = { error: (fields: { paymentId?: string }) => void told.push(fields.paymentId) };
  const answered = await submitPayments(payments, submit, { log } as unknown as Bank);
  return { answered: answered.map(([{ paymentId }]) => paymentId), told, calls };
};

test("what the core bank takes is handed over at one go, in its order", async () => {
  const { answered, calls } = await submitTo(numbered(200), () => false);
  assert.deepEqual(
    answered,
    numbered(200).map(({ paymentId }) => paymentId),
  );
  assert.equal(calls, 1);
});

test("payments the core bank cannot take hold up no other, and are told in the log", async () => {
  for (const poison of [["0"], ["199"], ["7", "8", "150"]]) {
    const { answered, told } = await submitTo(numbered(200), (id) => poison.includes(id));
    assert.equal(answered.length, 200 - poison.length);
    assert.deepEqual(told, poison);
  }
});

test("a core bank that takes nothing is not asked for each payment apart", async () => {
  let asked = 0;
  await assert.rejects(
    submitTo(numbered(200), () => {
      asked += 1;
      return true;
    }),
    /cannot be taken/,
  );
  assert.ok(asked < 20, `${asked} calls`);
});

test("a single payment that cannot be taken is a fault of the call itself", async () => {
  await assert.rejects(
    submitTo(numbered(1), () => true),
    /cannot be taken/,
  );
});

test("a database that is away is the fault of no payment", async () => {
  const submit = () => Promise.reject(new StorageUnavailable("away"));
  await assert.rejects(submitPayments(numbered(2), submit, {} as Bank), StorageUnavailable);
});

test("an answer that is none counts for no payment of its list", async () => {
  const known = { kind: "settled" };
  for (const answer of [undefined, [], [known, known], [undefined], [{ kind: "done" }], [null]]) {
    const submit = async () => answer as unknown as readonly Outcome[];
    await assert.rejects(submitPayments(numbered(1), submit, {} as Bank), /core bank has/);
  }
});

test("a refusal without a reason is no answer", async () => {
  const submit = async () => [{ kind: "refused" }] as unknown as readonly Outcome[];
  await assert.rejects(submitPayments(numbered(1), submit, {} as Bank), /does not know/);
});
