import assert from "node:assert/strict";
import { test } from "node:test";
import { StorageUnavailable } from "@varde/storage";
import type { Bank } from "../../../src/bank.ts";
import { submitPayments } from "../../../src/payments/execute/submit-payments.ts";
import type { Outcome } from "../../../src/ports/core-bank.ts";
import { PortFailed } from "../../../src/ports/guard/port-failed.ts";

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

test("F14: a list that timed out is submitted again as it is", async () => {
  const lengths: number[] = [];
  const submit = async (some: readonly Numbered[]): Promise<readonly Outcome[]> => {
    lengths.push(some.length);
    if (lengths.length === 1) throw new PortFailed("late", { failure: "timed-out" });
    return some.map(() => ({ kind: "settled" }));
  };
  const submitted = await submitPayments(numbered(200), submit, {} as Bank);
  assert.deepEqual([submitted.length, lengths], [200, [200, 200]]);
});

test("F14: a payment that stalls the core bank is isolated, but not logged as faulty", async () => {
  const warned: unknown[] = [];
  const submit = async (some: readonly Numbered[]): Promise<readonly Outcome[]> => {
    if (some.some(({ paymentId }) => paymentId === "3")) {
      throw new PortFailed("late", { failure: "timed-out" });
    }
    return some.map(() => ({ kind: "settled" }));
  };
  const log = {
    warn: (fields: { paymentId?: string }) => void warned.push(fields.paymentId),
    error: () => assert.fail("a timeout is not the payment's fault"),
  };
  const submitted = await submitPayments(numbered(8), submit, { log } as unknown as Bank);
  assert.deepEqual([submitted.length, warned], [7, ["3"]]);
});

test("F14: stops at once while the core bank is not called, with the outcomes so far", async () => {
  let calls = 0;
  const submit = async (some: readonly Numbered[]): Promise<readonly Outcome[]> => {
    calls += 1;
    if (some.length > 2) throw new Error("too many");
    if (calls === 3) throw new PortFailed("open", { failure: "not-called" });
    return some.map(() => ({ kind: "settled" }));
  };
  const submitted = await submitPayments(numbered(4), submit, {} as Bank);
  assert.deepEqual([submitted.length, calls], [2, 3]);
  await assert.rejects(
    submitPayments(
      numbered(4),
      () => Promise.reject(new PortFailed("open", { failure: "not-called" })),
      {} as Bank,
    ),
    PortFailed,
  );
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
