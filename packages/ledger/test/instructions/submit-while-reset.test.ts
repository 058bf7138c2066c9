import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openStorage, type Storage } from "@varde/storage";
import { type FreshDatabase, freshDatabase } from "@varde/testkit/postgres";
import { meet } from "@varde/testkit/storage";
import {
  createLedger,
  defaultFeeTable as fees,
  ledgerMigrations,
  defaultRateTable as rates,
  worldReset,
} from "../../src/index.ts";
import { nextNumber } from "../a-ledger.ts";
import { aWorld } from "../a-world.ts";

/** On SQLite units never overlap. */
describe("an instruction submitted while its world is being reset, on PostgreSQL", () => {
  let database: FreshDatabase;
  let storage: Storage;
  before(async () => {
    database = await freshDatabase();
    const location = { engine: "postgres", url: database.url } as const;
    storage = await openStorage({ location, migrations: ledgerMigrations });
  });
  after(async () => {
    await storage.close();
    await database.drop();
  });

  test("is carried out in the new state of the world", async () => {
    const ledger = createLedger({ storage, ids: { newId: nextNumber }, fees, rates });
    const template = aWorld(ledger);
    await template.open();
    const world = aWorld(ledger);
    const reset = () => worldReset(world.id, template.id);
    await storage.write(reset);
    const [, outcome] = await meet(
      (unit) => storage.write(unit),
      reset,
      () => world.submit(),
    );
    assert.equal(outcome.status, "sent");
    assert.deepEqual(await world.balances(), [100_000n, 10_000n]);
    assert.deepEqual(await ledger.checkBooks(), []);
  });
});
