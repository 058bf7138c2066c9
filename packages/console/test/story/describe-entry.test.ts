import assert from "node:assert/strict";
import { test } from "node:test";
import "../a-page.ts";
import { describeEntry, nameActor } from "../../src/story/describe-entry.ts";

const at = "2026-12-07T08:00:00.000Z";

test("each entry links to its detail: the request, the SCA's requests, the booking", () => {
  assert.deepEqual(describeEntry({ at, kind: "request", name: "createPayment", id: "7" }), {
    text: "createPayment",
    link: "#/requests/7",
  });
  assert.deepEqual(describeEntry({ at, kind: "sca", name: "failed", id: "s-1" }), {
    text: "SCA failed",
    link: "#/requests?q=s-1",
  });
  const booking = {
    at,
    kind: "booking",
    name: "payment",
    id: "t 1",
    account: "99901010028",
  } as const;
  assert.deepEqual(describeEntry({ ...booking, amount: "-1249.50", currency: "NOK" }), {
    text: "-1,249.50 NOK booked on 99901010028",
    link: "#/accounts/99901010028?text=t%201",
  });
});

test("events that have no words of their own are described by their names", () => {
  assert.equal(
    describeEntry({ at, kind: "status", name: "sentToClearing" }).text,
    "Sent to clearing",
  );
  assert.match(describeEntry({ at, kind: "signature", name: "signedPartly" }).text, /others must/);
});

test("an actor is named, the bank and its own channel in words", () => {
  const entry = { at, kind: "status", name: "settled" } as const;
  assert.equal(nameActor({ ...entry, actor: "bank" }), "the bank");
  assert.equal(nameActor({ ...entry, actor: "Kari" }), "Kari");
  assert.equal(nameActor(entry), undefined);
});
