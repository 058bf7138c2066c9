import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { anAccount, DataScript, siri, testhuset } from "./data-script.ts";

const { ola } = dataSet.people;

withBankOnBothEngines((bank) => {
  describe("a deleted customer", () => {
    test("deletes all accounts too, or nothing while a payment is being processed", async () => {
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
      assert.match(
        refused.json.tppMessages[0].text,
        /Account ola-savings has payments in progress/,
      );
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

  /** On PostgreSQL two requests could each read rows that the other is about to change. */
  describe("concurrent changes of test data", () => {
    const times = <T>(count: number, send: (at: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: count }, (_, at) => send(at)));
    const statuses = (responses: readonly { readonly status: number }[]) =>
      responses.map(({ status }) => status).toSorted();

    test("creates a customer and an account once", async () => {
      const { tpp } = new DataScript(bank());
      const customers = await times(6, () =>
        tpp.send({ path: "/v1/sandbox/customers", body: siri }),
      );
      assert.deepEqual(statuses(customers), [201, 409, 409, 409, 409, 409]);
      const accounts = await times(6, () =>
        tpp.send({ path: "/v1/sandbox/accounts", body: anAccount }),
      );
      assert.deepEqual(statuses(accounts), [201, 409, 409, 409, 409, 409]);
    });

    test("leaves no account of a deleted customer, including those just opened", async () => {
      const script = new DataScript(bank());
      const body = testhuset;
      const { customerId } = await script.send("/v1/sandbox/customers", body, 201);
      const { customerNumber } = testhuset;
      const openings = times(6, (at) => {
        const account = { ...anAccount, customerNumber, bban: `1234567891${at}` };
        return script.tpp.send({ path: "/v1/sandbox/accounts", body: account });
      });
      const self = `/v1/sandbox/customers/${customerId}`;
      const removals = await times(2, () => script.remove(self));
      assert.deepEqual(statuses(removals), [204, 404]);
      for (const { status, json } of await openings) {
        assert(status === 201 || status === 400, `an opening returned ${status}`);
        const self = `/v1/sandbox/accounts/${json.resourceId}`;
        if (status === 201) assert.equal((await script.tpp.send({ path: self })).status, 404);
      }
    });

    test("closes an account once; a transaction is booked before or refused", async () => {
      const script = new DataScript(bank());
      const owned = { ...anAccount, bban: "12345678920" };
      const { resourceId } = await script.send("/v1/sandbox/accounts", owned, 201);
      const self = `/v1/sandbox/accounts/${resourceId}`;
      const bookingDate = "2026-11-02";
      const transactionAmount = { amount: 5, currency: "NOK" };
      const body = [{ bookingDate, valueDate: bookingDate, transactionAmount }];
      const loadings = times(4, () => script.tpp.send({ path: `${self}/transactions`, body }));
      const removals = await times(3, () => script.remove(self));
      assert.deepEqual(statuses(removals), [204, 404, 404]);
      for (const { status } of await loadings)
        assert(status === 201 || status === 404, `${status}`);
      assert.deepEqual(await bank().checkBooks(), []);
    });
  });
});
