import assert from "node:assert/strict";
import { test } from "node:test";
import { everyMigration } from "@varde/sandbox";
import { migrateStorage } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { aServingRole, freshDatabase } from "@varde/testkit/postgres";

test("F15: a bank starts and serves with a role that can only read and write rows", async () => {
  await using database = await freshDatabase();
  await using serving = await aServingRole(database.url);
  const start = () => aBank({ location: { engine: "postgres", url: serving.url } });
  await assert.rejects(start(), {
    name: "StorageRefused",
    message: /^The database lacks the migration .*; run "varde migrate" with a database role that/,
  });
  const location = { engine: "postgres", url: database.url } as const;
  await migrateStorage({ location, migrations: everyMigration });
  await using bank = await start();
  const payer = await aPayer(bank);
  const paid = await payer.pay(ndct, aPayment());
  await bank.clock.advance("P7D");
  assert.equal(await payer.tppStatus(paid), "ACSC");
  await bank.snapshots.save("before");
  await bank.snapshots.restore("before");
  await bank.initialize();
  assert.equal((await fetch(`${bank.addresses.http}/health/ready`)).status, 200);
});
