import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, openStorage, sql } from "@varde/storage";
import { aBank, onlyWorld } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { freshDatabase, runOnServer, startPgbouncer } from "@varde/testkit/postgres";
import { missingPrograms } from "@varde/testkit/processes";

const startAt = Date.parse("2026-11-16T09:00:00+01:00");
const payments = 8;
const ignored = "statement_timeout,idle_in_transaction_session_timeout";

describe("PgBouncer in transaction mode", { skip: missingPrograms(["pgbouncer"]) }, () => {
  test("F17: carries payments, caches, outbox and batches", async () => {
    await using database = await freshDatabase();
    await using pgbouncer = await startPgbouncer(database.url);
    const location = { engine: "postgres", url: pgbouncer.url } as const;
    await using bank = await aBank({ location, startAt });
    const payer = await aPayer(bank);
    const pay = () => payer.pay(ndct, aPayment());
    const paid = await Promise.all(Array.from({ length: payments }, pay));
    assert.equal((await payer.get("/v1/accounts")).status, 200);
    await bank.batches.run();
    await bank.deliverOutbox(await onlyWorld(bank));
    const statuses = await Promise.all(paid.map((path) => payer.tppStatus(path)));
    assert.deepEqual([...new Set(statuses)], ["ACSC"]);
    assert.deepEqual(await bank.checkBooks(), []);
    const prepared = await bank.storage.read(() =>
      all(sql`select name from pg_prepared_statements where name <> ''`),
    );
    assert.deepEqual(prepared, []);
  });

  test("F17: is recognised also if it ignores the settings of a session", async () => {
    await using database = await freshDatabase();
    const name = new URL(database.url).pathname.slice(1);
    await runOnServer(database.url, `alter database ${name} set statement_timeout = '5s'`);
    const settings = { ignore_startup_parameters: ignored };
    await using pgbouncer = await startPgbouncer(database.url, settings);
    const location = { engine: "postgres", url: pgbouncer.url } as const;
    const storage = await openStorage({ location, migrations: [] });
    const read = () => storage.readAtOnce(() => all(sql`select name from migration_step`));
    await Promise.all(Array.from({ length: payments }, read));
    await storage.close();
  });
});
