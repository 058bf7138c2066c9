import assert from "node:assert/strict";
import { test } from "node:test";
import "../a-page.ts";
import { describeApproval, describeNext, type Payment } from "../../src/story/describe-next.ts";

const kari = {
  name: "Kari Nordli",
  customerNumber: "03848420491",
  authorisationId: "a",
  via: "sca",
  missing: 0,
} as const;
const sca = {
  authorisationId: "a",
  subject: "payment",
  status: "received",
  isOpen: true,
  startedAt: "2026-12-07T08:00:00.000Z",
};

const aPayment = (changes: Partial<Payment>): Payment =>
  ({ status: "RCVD", signers: [], scas: [], timeline: [], ...changes }) as unknown as Payment;
const words = (changes: Partial<Payment>) =>
  describeNext(aPayment(changes))?.buttons.map((button) => button.words);

test("a payment that waits for its PSU is approved as this person, by name", () => {
  const waiting = { next: { kind: "approval" }, signers: [kari], scas: [sca] } as const;
  assert.deepEqual(words(waiting), ["Approve as Kari Nordli"]);
  assert.match(describeNext(aPayment(waiting))?.text ?? "", /Kari Nordli, must approve/);
  assert.deepEqual(words({ ...waiting, signers: [] }), ["Approve as the PSU"]);
});

test("people of a company sign, and those who have signed are named", () => {
  const signers = [{ ...kari, name: "Trym Vikøren", via: "app" }] as const;
  const given = [{ name: "Sunniva Haugland", at: "2026-12-07T08:00:00.000Z" }];
  const half = { next: { kind: "approval" }, signers, signatures: { needed: 2, given } } as const;
  assert.deepEqual(words(half), ["Sign as Trym Vikøren"]);
  assert.match(
    describeNext(aPayment(half))?.text ?? "",
    /^1 of 2 people have signed: Sunniva Haugland\./,
  );
  const first = { next: { kind: "approval" }, signers: [{ ...kari, missing: 1 }] } as const;
  assert.deepEqual(words(first), ["Sign as Kari Nordli"]);
});

test("nobody can approve before the TPP has started an authorisation", () => {
  assert.deepEqual(words({ next: { kind: "authorisation" } }), []);
  assert.match(describeApproval({ signers: [], scas: [] }).text, /TPP must start/);
});

test("a batch that takes the payment is run now, or the clock advances to its day", () => {
  const at = "2026-12-07T14:30:00.000Z";
  assert.deepEqual(words({ status: "ACTC", next: { kind: "batch", at, isDue: true } }), [
    "Run the 15:30 batch",
  ]);
  const later = describeNext(aPayment({ status: "ACTC", next: { kind: "batch", at } }));
  assert.deepEqual(later?.buttons, [
    { kind: "advance", words: "Advance to the 15:30 batch", to: at },
  ]);
  assert.match(later?.text ?? "", /^The batch of Mon,? 7 Dec,? 15:30 takes it/);
});

test("a payment abroad is settled by a later day, and nothing follows the end", () => {
  const next = { kind: "settlement" } as const;
  assert.deepEqual(words({ status: "ACWP", next }), ["Advance the clock by a day"]);
  assert.deepEqual(words({ status: "PDNG", next }), ["Run a batch"]);
  assert.equal(describeNext(aPayment({ status: "ACSC" })), undefined);
});
