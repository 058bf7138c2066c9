import assert from "node:assert/strict";
import { test } from "node:test";
import { cardTransactionsResponse, transactionsResponse } from "@varde/protocol";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { expectBody, expectRefusal } from "@varde/testkit/responses";

/** Payments to this account settle a day after they are sent. */
const lateAccount = { bban: "99809900300", currency: "NOK" };

test("PRO-01: a TPP sees the id of a pending entry, and cannot read its details", async () => {
  await using bank = await aBank({
    startAt: Date.parse("2026-11-16T06:00:00+01:00"),
    profiles: ["pending-ids"],
  });
  const payer = await aPayer(bank);
  const path = "/v1/accounts/kari-current/transactions";
  await payer.pay(ndct, aPayment({ creditorAccount: lateAccount }));
  await bank.batches.run();
  const list = async () => {
    const response = await payer.psu.getUnattended(`${path}?bookingStatus=both`);
    return expectBody(response, 200, transactionsResponse).transactions;
  };
  const { pending } = await list();
  const [entry] = pending ?? [];
  assert.match(entry?.transactionId ?? "", /^[0-9a-f]{32}$/);
  assert.equal(entry?._links, undefined);
  const details = await payer.psu.getUnattended(`${path}/${entry?.transactionId}`);
  expectRefusal(details, 404, "RESOURCE_UNKNOWN");
  await bank.profiles.set([]);
  const [without] = (await list()).pending ?? [];
  assert.deepEqual({ ...without, transactionId: entry?.transactionId }, entry);
  assert.equal(without?.transactionId, undefined);
});

test("PRO-01: a pending entry of a card has an id too", async () => {
  await using bank = await aBank({ profiles: ["pending-ids"] });
  const payer = await aPayer(bank);
  const worldId = await onlyWorld(bank);
  const texts = { creditor: { name: "Bensin Øst" } };
  const held = { worldId, id: "held", accountId: "kari-card", amountMinor: 5_00n, texts };
  await bank.ledger.createReservation(held, BigInt(Date.now()));
  const path = "/v1/card-accounts/kari-card/transactions?bookingStatus=pending";
  const { cardTransactions } = expectBody(await payer.get(path), 200, cardTransactionsResponse);
  assert.match(cardTransactions.pending?.[0]?.cardTransactionId ?? "", /^[0-9a-f]{32}$/);
});
