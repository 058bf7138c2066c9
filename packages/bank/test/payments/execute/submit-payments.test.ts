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

/** Submits to a core bank that throws for any list with a failing payment. */
const submitTo = async (payments: readonly Numbered[], isPoison: (id: string) => boolean) => {
  const logged: unknown[] = [];
  let calls = 0;
  const submit = async (some: readonly Numbered[]): Promise<readonly Outcome[]> => {
    calls += 1;
    if (some.some(({ paymentId }) => isPoison(paymentId))) throw new Error("cannot be taken");
    return some.map(() => ({ kind: "settled" }));
  };
  const log = { error: (fields: { paymentId?: string }) => void logged.push(fields.paymentId) };
  const submitted = await submitPayments(payments, submit, { log } as unknown as Bank);
  return { submitted: submitted.map(([{ paymentId }]) => paymentId), logged, calls };
};

test("submits all payments in one call, in order", async () => {
  const { submitted, calls } = await submitTo(numbered(200), () => false);
  assert.deepEqual(
    submitted,
    numbered(200).map(({ paymentId }) => paymentId),
  );
  assert.equal(calls, 1);
});

test("payments that fail do not delay the others, and are logged", async () => {
  for (const poison of [["0"], ["199"], ["7", "8", "150"]]) {
    const { submitted, logged } = await submitTo(numbered(200), (id) => poison.includes(id));
    assert.equal(submitted.length, 200 - poison.length);
    assert.deepEqual(logged, poison);
  }
});

test("stops before trying every payment if the core bank accepts none", async () => {
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

test("throws if the only payment fails", async () => {
  await assert.rejects(
    submitTo(numbered(1), () => true),
    /cannot be taken/,
  );
});

test("throws at once if the database is unavailable", async () => {
  const submit = () => Promise.reject(new StorageUnavailable("away"));
  await assert.rejects(submitPayments(numbered(2), submit, {} as Bank), StorageUnavailable);
});

test("a malformed response counts for no payment of its list", async () => {
  const known = { kind: "settled" };
  for (const returned of [undefined, [], [known, known], [undefined], [{ kind: "done" }], [null]]) {
    const submit = async () => returned as unknown as readonly Outcome[];
    await assert.rejects(
      submitPayments(numbered(1), submit, {} as Bank),
      /core bank (did not return|returned a malformed)/,
    );
  }
});

test("a refusal without a reason is malformed", async () => {
  const submit = async () => [{ kind: "refused" }] as unknown as readonly Outcome[];
  await assert.rejects(submitPayments(numbered(1), submit, {} as Bank), /malformed outcome/);
});
