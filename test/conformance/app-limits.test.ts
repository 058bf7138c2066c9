import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { run, sql } from "@varde/storage";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct, type Payer } from "@varde/testkit/payments";
import { ola } from "@varde/testkit/psu";

const inApp = { "TPP-Redirect-Preferred": "false" };

describe("approvals that wait in the app of one person", () => {
  withBankOnBothEngines((bank) => {
    /** Starts approvals of one payment side by side; returns how many wait in the app. */
    const startMany = async (payer: Payer, payment: string, count: number): Promise<number> => {
      const path = `${payment}/authorisations`;
      const started = await Promise.all(
        Array.from({ length: count }, () =>
          payer.psu.send({ method: "POST", path, headers: inApp }),
        ),
      );
      for (const { status, text } of started) assert.equal(status, 201, text);
      return started.filter(({ json }) => json._links.scaRedirect === undefined).length;
    };

    it("HDR-36: are three from one TPP, and five in all", async () => {
      const payer = await aPayer(bank(), ola);
      const debtorAccount = { bban: "99901010117", currency: "NOK" };
      const payment = await payer.create(ndct, aPayment({ debtorAccount }));
      const worldId = await onlyWorld(bank());
      assert.equal(await startMany(payer, payment, 12), 3);
      assert.equal(await startMany(payer, payment, 2), 0);
      await bank().bank.storage.write(() =>
        run(sql`update sca set tpp_id = 'another-tpp' where world_id = ${worldId}
          and channel = 'app'`),
      );
      assert.equal(await startMany(payer, payment, 12), 2);
      await bank().bank.storage.write(() =>
        run(sql`update sca set status = 'failed' where world_id = ${worldId}
          and channel = 'app'`),
      );
      assert.equal(await startMany(payer, payment, 1), 1);
    });
  });
});
