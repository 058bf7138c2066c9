import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders, finishSca } from "@varde/testkit/psu";
import { aTpp } from "@varde/testkit/tpp";
import { dataSet } from "../../src/index.ts";

const { kari, ola } = dataSet.people;
const toOla = { creditorAccount: { bban: ola.current.bban, currency: "NOK" } };

withBankOnBothEngines((bank) => {
  const isCopied = async () => (await bank().listWorlds())[0]?.isCopied;
  const create = () =>
    aTpp(bank()).send({
      path: ndct,
      body: aPayment(toOla),
      headers: { ...callHeaders(randomUUID()), "PSU-Context": "PRIVATE" },
    });

  test("a TPP without an SCA reads the data set and creates payments without a copy", async () => {
    const { json: customers } = await aTpp(bank()).send({ path: "/v1/sandbox/customers" });
    assert.equal(customers[0].customerType, "PRIVATE");
    for (const path of [
      `/v1/sandbox/customers/${customers[0].customerId}`,
      `/v1/sandbox/accounts/${kari.current.accountId}`,
      `/v1/sandbox/accounts/${kari.current.accountId}/transactions`,
      "/v1/sandbox/agreements",
    ]) {
      const read = await aTpp(bank()).send({ path });
      assert.equal(read.status, 200, read.text);
    }
    const unnamed = await aTpp(bank()).send({ path: "/v1/accounts", headers: callHeaders("s") });
    assert.equal(unnamed.status, 401, unnamed.text);
    const created = await create();
    assert.equal(created.status, 201, created.text);
    const { payments } = { payments: await bank().payments.list(undefined, { limit: 10 }) };
    assert.equal(payments[0]?.debtor, kari.current.bban);
    await bank().clock.advance("P1D");
    await bank().batches.run();
    assert.equal(
      (await aTpp(bank()).send({ path: `${ndct}/${created.json.paymentId}` })).status,
      200,
    );
    await bank().initialize();
    assert.equal(await isCopied(), false);
    await bank().clock.release();
  });

  test("the first SCA gives the world its own copy, in which the payment is made", async () => {
    const created = await create();
    const { scaRedirect } = created.json._links;
    assert.equal(await isCopied(), false);
    await finishSca(bank(), scaRedirect.href, { customerNumber: kari.customerNumber });
    assert.equal(await isCopied(), true);
    const path = `${ndct}/${created.json.paymentId}/status`;
    assert.equal((await aTpp(bank()).send({ path })).json.transactionStatus, "ACSC");
    const worldId = await onlyWorld(bank());
    const balances = await bank().ledger.readBalances(worldId, ola.current.accountId);
    assert.ok((balances?.bookedMinor ?? 0n) > ola.current.balanceMinor);
    assert.deepEqual(await bank().checkBooks(), []);
  });

  test("a change of test data gives the world its own copy", async () => {
    await bank().deleteWorld(await onlyWorld(bank()));
    const body = { customerNumber: "15819000066", name: "Siri Test", type: "PRIVATE" };
    const path = "/v1/sandbox/customers";
    const before = await aTpp(bank()).send({ path });
    assert.equal(await isCopied(), false);
    assert.equal((await aTpp(bank()).send({ path, body })).status, 201);
    assert.equal(await isCopied(), true);
    const after = await aTpp(bank()).send({ path });
    assert.equal(after.json.length, before.json.length + 1);
  });

  test("a snapshot of a world without a copy has the data set, and can be restored", async () => {
    await bank().deleteWorld(await onlyWorld(bank()));
    const { json: customers } = await aTpp(bank()).send({ path: "/v1/sandbox/customers" });
    const text = await bank().snapshots.export();
    assert.match(text, new RegExp(kari.customerNumber));
    await bank().deleteWorld(await onlyWorld(bank()));
    await aTpp(bank()).send({ path: "/v1/sandbox/customers" });
    await bank().snapshots.import(text);
    assert.equal(await isCopied(), true);
    assert.deepEqual((await aTpp(bank()).send({ path: "/v1/sandbox/customers" })).json, customers);
    assert.deepEqual(await bank().checkBooks(), []);
  });
});
