import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, createStatement, one, type Row, run, sql } from "@varde/storage";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { onBothEngines } from "@varde/testkit/storage";
import { aTpp } from "@varde/testkit/tpp";
import { everyMigration } from "../../src/index.ts";
import { newWorldId, someWorlds } from "../some-worlds.ts";

const dayMs = 86_400_000;
const goOn = new AbortController().signal;

/** Tables whose rows stay when their world is deleted. */
const kept = ["psu_identifier", "corporate_identifier"];

withBankOnBothEngines((bank) => {
  /**
   * Counts the rows that a world has in each table, without empty tables and without the audit,
   * which is written later and has retention periods of its own.
   */
  const countWorldRows = async (worldId: string) => {
    const tables = everyMigration
      .flatMap(({ statements }) => statements)
      .flatMap((text) => (/^create table (\w+)[^;]*\bworld_id\b/.exec(text)?.[1] ? [text] : []))
      .map((text) => /^create table (\w+)/.exec(text)?.[1] ?? "")
      .filter((table) => !table.startsWith("audit_"));
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const statement = `select count(*) as rows_found from ${table} where world_id = ?`;
      const row = await bank().storage.read(() => one<Row>(createStatement(statement, [worldId])));
      if (row?.rows_found !== 0n) counts[table] = Number(row?.rows_found);
    }
    return counts;
  };

  test("a deleted world leaves only PSU-IDs, which a new world of the TPP has again", async () => {
    const payer = await aPayer(bank());
    const payment = await payer.pay(ndct, aPayment());
    await bank().scenarios.add({ match: { operation: "readUser" }, effect: { delayMs: 1 } });
    await bank().snapshots.save("before");
    const other = await bank().authority.issueTppCertificate({
      name: "Other TPP",
      organisationNumber: "310000001",
      roles: ["PSP_AI"],
      kind: "working",
    });
    assert.equal((await aTpp(bank(), other).send({ path: "/v1/sandbox/customers" })).status, 200);
    const [world, second] = await bank().listWorlds();
    const worldId = world?.worldId ?? "";
    const before = await countWorldRows(worldId);
    assert.ok((before.ledger_transaction ?? 0) > 500, "more rows than one unit deletes");
    assert.equal(await bank().deleteWorld("nothing"), false);
    assert.equal(await bank().deleteWorld(worldId), true);
    const identifiers = Object.entries(before).filter(([table]) => kept.includes(table));
    assert.deepEqual(await countWorldRows(worldId), Object.fromEntries(identifiers));
    assert.deepEqual(
      (await bank().listWorlds()).map(({ name }) => name),
      [second?.name],
    );

    assert.deepEqual(await bank().scenarios.list(), []);
    assert.deepEqual(await bank().requests.list(), []);
    assert.equal((await payer.get(`${payment}/status`)).status, 404);
    const again = await aPayer(bank());
    assert.equal(again.psu.psuId, payer.psu.psuId);
    assert.equal((await again.get("/v1/accounts")).status, 200);
    assert.deepEqual(await bank().checkBooks(), []);
  });
});

onBothEngines(everyMigration, (storage) =>
  describe("worlds that nobody uses", () => {
    const start = Date.parse("2026-11-15T12:00:00Z");
    const worldsOn = (day: number) =>
      someWorlds(storage(), { databaseNow: () => start + day * dayMs });

    test("are deleted after the configured time, and used ones are not", async () => {
      const [unused, used] = [newWorldId(), newWorldId()];
      for (const worldId of [unused, used]) await worldsOn(0).copyDataSet(worldId);
      assert.equal(await worldsOn(20).useWorld(used), true);
      assert.deepEqual(await worldsOn(29).deleteUnused(30 * dayMs, goOn), []);
      assert.deepEqual(await worldsOn(31).deleteUnused(30 * dayMs, goOn), [unused]);
      assert.equal(await worldsOn(31).useWorld(unused), false);
      assert.deepEqual(await worldsOn(51).deleteUnused(30 * dayMs, goOn), [used]);
    });

    test("the use of a world is recorded at most once an hour", async () => {
      const worldId = newWorldId();
      await worldsOn(0).openWorld(worldId, "in use");
      const lastUsed = async () => (await worldsOn(0).readWorld(worldId))?.lastUsedAt;
      await worldsOn(0.03).useWorld(worldId);
      assert.equal(await lastUsed(), start);
      await worldsOn(0.05).useWorld(worldId);
      assert.equal(await lastUsed(), start + 0.05 * dayMs);
      await worldsOn(0).deleteWorld(worldId);
    });

    test("a deletion that was interrupted is continued by another process", async () => {
      const worldId = newWorldId();
      await worldsOn(0).copyDataSet(worldId);
      const stopped = AbortSignal.abort();
      await storage().write(() =>
        run(sql`update sandbox_world set is_deleting = 1 where world_id = ${worldId}`),
      );
      assert.deepEqual(await worldsOn(0).deleteUnused(30 * dayMs, stopped), []);
      assert.equal(await worldsOn(0).readWorld(worldId), undefined);
      assert.equal(await worldsOn(0).useWorld(worldId), false);
      // The TPP comes back before the deletion is complete.
      await worldsOn(0).openWorld(worldId, "a new world");
      const rows = await storage().read(() =>
        all(sql`select id from ledger_account where world_id = ${worldId}`),
      );
      assert.deepEqual(rows, []);
      assert.equal((await worldsOn(0).readWorld(worldId))?.name, "a new world");
      assert.deepEqual(await worldsOn(0).deleteUnused(30 * dayMs, goOn), []);
    });
  }),
);
