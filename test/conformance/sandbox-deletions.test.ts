import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { withBankOnBothEngines } from "../support/bank-on-both-engines.ts";
import { DataScript } from "../support/data-script.ts";
import { aPayer, aPayment, ndct } from "../support/payer.ts";

const { ola } = dataSet.people;

describe("a customer who is deleted", () => {
  withBankOnBothEngines((bank) => {
    test("goes with all accounts, or stays with all while a payment is under way", async () => {
      await bank().clock.set("2026-11-16T12:00:00Z");
      const payer = await aPayer(bank(), { customerNumber: ola.customerNumber });
      await bank().scenarios.add({ effect: { payment: "delayed", delayHours: 24 } });
      const debtorAccount = { bban: ola.savings.bban, currency: "NOK" };
      const payment = await payer.pay(ndct, aPayment({ debtorAccount }));
      await bank().batches.run();
      assert.equal(await payer.status(payment), "ACSP");
      const script = new DataScript(bank());
      const customers = await script.read("/v1/sandbox/customers");
      const { customerId } = customers.find(
        ({ customerNumber }: { customerNumber: string }) => customerNumber === ola.customerNumber,
      );
      const self = `/v1/sandbox/customers/${customerId}`;
      const refused = await script.remove(self);
      assert.equal(refused.status, 409, refused.text);
      assert.match(refused.json.tppMessages[0].text, /the account ola-savings are under way/);
      assert.deepEqual(await script.read("/v1/sandbox/customers"), customers);
      assert.equal((await payer.get("/v1/accounts")).json.accounts.length, 2);
      await bank().clock.advance("P3D");
      assert.equal((await script.remove(self)).status, 204);
      for (const id of ["ola-current", "ola-savings"]) {
        const gone = await script.tpp.send({ path: `/v1/sandbox/accounts/${id}` });
        assert.equal(gone.status, 404, gone.text);
      }
      assert.equal((await payer.get("/v1/accounts")).status, 401);
      assert.deepEqual(await bank().checkBooks(), []);
    });
  });
});
