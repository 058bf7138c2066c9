import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bankMigrations, erasePerson, type SealParts } from "@varde/bank";
import { dataSet } from "@varde/sandbox";
import { all, createStatement, type Row, sql } from "@varde/storage";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, baskets, idOf, ndct } from "@varde/testkit/payments";
import { aPsu, PageBrowser } from "@varde/testkit/psu";

const { kari } = dataSet.people;

/** Tables whose rows about payments stay, because the law requires them. */
const kept = new Set(["payment", "payment_signature", "basket", "sca", "event", "outbox"]);

const bankTables = bankMigrations
  .flatMap(({ statements }) => statements)
  .flatMap((statement) => /create table (\w+)/.exec(String(statement))?.[1] ?? []);

describe("A36: the erasure of a person", () => {
  withBankOnBothEngines((bank) => {
    /** Lists the tables with a row that has one of the texts in it, and the rows. */
    const findRows = async (texts: readonly string[]) => {
      const found: { readonly table: string; readonly row: Row }[] = [];
      for (const table of new Set(bankTables)) {
        const rows = await bank().storage.read(() =>
          all<Row>(createStatement(`select * from ${table}`, [])),
        );
        for (const row of rows) {
          const values = Object.values(row).map(String);
          if (texts.some((text) => values.some((value) => value.includes(text)))) {
            found.push({ table, row });
          }
        }
      }
      return found;
    };

    test("leaves nothing but what payments need, wherever it was stored", async () => {
      const device = { "PSU-IP-Address": "198.51.100.77", "PSU-User-Agent": "KarisBrowser/1.0" };
      const psu = await aPsu(bank());
      await psu.get("/v1/accounts", device);
      const payer = await aPayer(bank());
      const payments = [await payer.create(ndct, aPayment()), await payer.create(ndct, aPayment())];
      await payer.post(baskets, { paymentIds: payments.map(idOf) });
      await payer.pay(ndct, aPayment());
      const visitor = new PageBrowser(bank().addresses.http);
      await visitor.open("/consents?lang=en");
      await visitor.submit({ decision: "continue", customerNumber: kari.customerNumber });
      await bank().bank.audit?.flush();
      await bank().bank.audit?.seal();
      const worldId = await onlyWorld(bank());
      const identifiers = await bank().storage.read(() =>
        all<{ psu_id: string }>(
          sql`select psu_id from psu_identifier where person_id = ${kari.personId}`,
        ),
      );
      const texts = [
        kari.personId,
        kari.customerNumber,
        kari.name,
        ...Object.values(device),
        ...identifiers.map(({ psu_id }) => psu_id),
      ];
      const before = new Set((await findRows(texts)).map(({ table }) => table));
      for (const table of ["consent", "session", "psu_identifier", "audit_subject", "payment"]) {
        assert.ok(before.has(table), `${table} had nothing about the person`);
      }
      const parts: SealParts = {
        storage: bank().storage,
        signer: bank().bank.responseSigner,
        now: Date.now(),
      };
      assert.ok((await erasePerson(parts, worldId, kari.personId)) > 0);
      const left = await findRows(texts);
      const unexpected = left.filter(({ table }) => !kept.has(table));
      assert.deepEqual(unexpected, []);
      // Authorisations and their history stay only if they are about payments.
      const scas = left.filter(({ table }) => table === "sca").map(({ row }) => row);
      const scaIds = new Set(scas.map((row) => row.sca_id));
      for (const row of scas) {
        assert.match(String(row.subject_kind), /^(payment|basket|cancellation)$/);
      }
      for (const { table, row } of left) {
        if (table !== "event" || /^(payment|basket)$/.test(String(row.subject_kind))) continue;
        assert.ok(scaIds.has(row.subject_id ?? ""), `event ${row.event_id}`);
      }
    });
  });
});
