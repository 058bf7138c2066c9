import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { verifyAudit } from "@varde/bank";
import { dataSet } from "@varde/sandbox";
import { all, sql } from "@varde/storage";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aCrossBorderPayment, aPayer, goTo, idOf, ncbct, payerAt } from "@varde/testkit/payments";
import { sunniva, trym } from "@varde/testkit/psu";

const [daily] = dataSet.companies.lyngrabben.accounts;

/** Two signers, an exchange and a later bank day, in one payment. */
describe("a payment abroad that two people of a company approve", () => {
  withBankOnBothEngines((bank) => {
    const rows = <Row extends object>(statement: ReturnType<typeof sql>) =>
      bank().storage.read(() => all<Row & Record<string, unknown>>(statement));

    test("MAN-02, SCA-35, STA-16: settles once, with two estimates and one debit", async () => {
      const first = await payerAt(bank(), "2026-11-16T07:00", sunniva);
      const worldId = await onlyWorld(bank());
      const statuses: string[] = [];
      const path = await first.create(
        ncbct,
        aCrossBorderPayment({
          instructedAmount: { amount: "5000.00", currency: "EUR" },
          debtorAccount: { bban: daily.bban, currency: "NOK" },
        }),
      );
      const look = async () => statuses.push(await first.tppStatus(path));
      await look();
      await first.sign(path);
      await look();
      await goTo(bank(), "2026-11-16T07:20");
      const second = await aPayer(bank(), trym);
      await second.sign(path);
      await look();
      await goTo(bank(), "2026-11-16T09:30");
      await look();
      await goTo(bank(), "2026-11-17T05:30");
      await look();
      assert.deepEqual(statuses, ["RCVD", "RCVD", "ACTC", "ACWP", "ACSC"]);
      assert.deepEqual(await first.events(path), [
        "created",
        "signedPartly",
        "signed",
        "takenByBatch",
        "handedToCorrespondent",
        "settled",
      ]);

      const scas = await rows<{ shown: string }>(
        sql`select shown from sca where subject_id = ${idOf(path)} order by created_at`,
      );
      const shown = scas.map((sca) => JSON.parse(sca.shown));
      assert.deepEqual(
        shown.map(([quote]) => [quote.debitedMinor, quote.at]),
        ["07:00", "07:20"].map((time) => ["5760000", Date.parse(`2026-11-16T${time}:00+01:00`)]),
      );
      const booked = await bank().ledger.listTransactions(worldId, daily.accountId, { limit: 10 });
      const own = booked.filter(({ instructionId }) => instructionId === idOf(path));
      assert.deepEqual(own.map(({ kind, amountMinor }) => [kind, amountMinor]).toSorted(), [
        ["fee", -174_00n],
        ["payment", -57_600_00n],
      ]);
      assert.deepEqual(await bank().ledger.checkBooks(worldId), []);
      await bank().bank.audit?.flush();
      const { faults, entries } = await verifyAudit(bank().storage);
      assert.deepEqual(faults, []);
      assert(entries > 0);
    });
  });
});
