import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { all, run, sql } from "@varde/storage";
import { onBothEngines } from "@varde/testkit/storage";
import { dataSet } from "../../src/data-set/index.ts";
import { personTable, sandboxPsuDirectory } from "../../src/directory/index.ts";
import { everyMigration } from "../../src/index.ts";
import { sharedWorldId } from "../../src/worlds/index.ts";
import { aLedger, newWorldId, someWorlds } from "../some-worlds.ts";

const { kari, ola } = dataSet.people;

onBothEngines(everyMigration, (storage) =>
  describe("the worlds", () => {
    const bookedMinor = async (worldId: string, accountId: string) =>
      (await aLedger(storage()).readBalances(worldId, accountId))?.bookedMinor;
    const findPerson = (worldId: string, number: string) =>
      sandboxPsuDirectory(storage()).findPerson(worldId, number);
    const templates = () =>
      storage().read(() =>
        all<{ template_id: string; is_whole: bigint }>(
          sql`select template_id, is_whole from sandbox_template order by begun_at`,
        ),
      );

    test("each TPP has a world with the published balances, and the books balance", async () => {
      const worlds = someWorlds(storage());
      const first = await worlds.resolveWorld({ tppId: "first", name: "First TPP" });
      const second = await worlds.resolveWorld({ tppId: "second", name: "Second TPP" });
      assert.notEqual(first, second);
      await worlds.copyDataSet(first);
      for (const { current, savings, card } of Object.values(dataSet.people)) {
        for (const { accountId, balanceMinor } of [current, savings, card]) {
          assert.equal(await bookedMinor(first, accountId), balanceMinor, accountId);
        }
      }
      assert.deepEqual(await aLedger(storage()).checkBooks(), []);
      const names = (await worlds.listWorlds()).map(({ name }) => name);
      assert.ok(names.includes("First TPP") && names.includes("Second TPP"));
    });

    test("TPPs share a world if isolation is shared", async () => {
      const worlds = someWorlds(storage(), { isolation: "shared" });
      const first = await worlds.resolveWorld({ tppId: "first", name: "First TPP" });
      assert.equal(first, sharedWorldId);
      assert.equal(await worlds.resolveWorld({ tppId: "second", name: "Second TPP" }), first);
      assert.equal((await worlds.readWorld(first))?.seed, dataSet.seed);
    });

    test("reads the initial data set until a world has its own copy, and again after", async () => {
      const worlds = someWorlds(storage());
      await worlds.prepare();
      const worldId = newWorldId();
      const template = (await templates()).find(({ is_whole }) => is_whole === 1n)?.template_id;
      assert.equal(await worlds.dataWorld(worldId), template, "before it is opened");
      await worlds.openWorld(worldId, "opened");
      assert.equal(await worlds.dataWorld(worldId), template);
      await worlds.resetWorld(worldId);
      assert.equal(await worlds.dataWorld(worldId), template, "after a reset");
      await someWorlds(storage()).copyDataSet(worldId);
      assert.equal(await worlds.dataWorld(worldId), worldId, "after a copy by another process");
      await someWorlds(storage()).deleteWorld(worldId);
      assert.equal(await worlds.dataWorld(worldId), template, "after a deletion");
    });

    test("F15: opens worlds with a copy while version 0.1.0 may use the database", async () => {
      const setOpening = (withCopy: number) =>
        storage().write(() => run(sql`update sandbox_opening set with_copy = ${withCopy}`));
      const worldId = newWorldId();
      await setOpening(1);
      await someWorlds(storage()).openWorld(worldId, "beside version 0.1.0");
      await setOpening(0);
      assert.equal((await someWorlds(storage()).readWorld(worldId))?.isCopied, true);
      assert.equal(await bookedMinor(worldId, kari.current.accountId), kari.current.balanceMinor);
    });

    test("two processes that copy the data set at once copy it once and completely", async () => {
      const tpp = { tppId: "hurried", name: "Hurried TPP" };
      const processes = [someWorlds(storage()), someWorlds(storage())];
      const found = await Promise.all(
        Array.from({ length: 8 }, async (_, at) => {
          const worldId = (await processes[at % 2]?.resolveWorld(tpp)) ?? "";
          await processes[at % 2]?.copyDataSet(worldId);
          return worldId;
        }),
      );
      assert.equal(new Set(found).size, 1);
      const worldId = found[0] ?? "";
      assert.deepEqual(await aLedger(storage()).checkBooks(worldId), []);
      assert.equal((await aLedger(storage()).listWorldAccounts(worldId)).length, 26);
      assert.equal((await findPerson(worldId, kari.customerNumber))?.name, kari.name);
    });

    test("a copy replaces rows that were written before it", async () => {
      const worlds = someWorlds(storage());
      await worlds.prepare();
      const whole = (await templates()).find(({ is_whole }) => is_whole === 1n);
      const worldId = newWorldId();
      await aLedger(storage()).resetWorld(worldId, whole?.template_id ?? "");
      await spend(worldId);
      await worlds.copyDataSet(worldId);
      assert.equal(await bookedMinor(worldId, kari.current.accountId), kari.current.balanceMinor);
      assert.equal((await findPerson(worldId, ola.customerNumber))?.name, ola.name);
      assert.equal(await bookedMinor(worldId, ola.current.accountId), ola.current.balanceMinor);
    });

    test("CUS-10: a reset restores people and money, and changes no other world", async () => {
      const worlds = someWorlds(storage());
      const [worldId, other] = [newWorldId(), newWorldId()];
      for (const one of [worldId, other]) {
        await worlds.copyDataSet(one);
        await storage().write(() =>
          run(
            personTable.insert({
              worldId: one,
              personId: "person-x",
              customerNumber: "15819000066",
              name: "X",
            }),
          ),
        );
        await spend(one);
      }
      await worlds.resetWorld(worldId);
      assert.equal(await bookedMinor(worldId, kari.current.accountId), kari.current.balanceMinor);
      assert.equal(await findPerson(worldId, "15819000066"), undefined);
      assert.deepEqual(await aLedger(storage()).checkBooks(worldId), []);
      assert.notEqual(await bookedMinor(other, kari.current.accountId), kari.current.balanceMinor);
      assert.equal((await findPerson(other, "15819000066"))?.name, "X");
    });

    test("concurrent resets end in one complete world", async () => {
      const processes = [someWorlds(storage()), someWorlds(storage())];
      const worldId = newWorldId();
      await processes[0]?.copyDataSet(worldId);
      await Promise.all(
        Array.from({ length: 4 }, (_, at) => processes[at % 2]?.resetWorld(worldId)),
      );
      assert.deepEqual(await aLedger(storage()).checkBooks(worldId), []);
      assert.equal((await findPerson(worldId, kari.customerNumber))?.name, kari.name);
    });

    test("a world that was never opened cannot be reset", async () => {
      await assert.rejects(someWorlds(storage()).resetWorld("nowhere"), /no world nowhere/);
    });

    test("two processes create one template, and the next month another", async () => {
      const at = (date: string) => ({ databaseNow: () => Date.parse(date) });
      const december = at("2026-12-01T00:30:00+01:00");
      const before = await templates();
      await Promise.all([
        someWorlds(storage(), december).prepare(),
        someWorlds(storage(), december).prepare(),
      ]);
      await someWorlds(storage(), december).prepare();
      const after = await templates();
      assert.equal(after.length, before.length + 1);
      assert.ok(after.every(({ is_whole }) => is_whole === 1n));

      const worldId = newWorldId();
      await someWorlds(storage(), december).copyDataSet(worldId);
      assert.equal((await lastBooking(worldId))?.slice(0, 7), "2026-11");
    });

    test("stale templates are deleted", async () => {
      const inMarch = { databaseNow: () => Date.parse("2027-03-20T12:00:00Z") };
      await someWorlds(storage(), inMarch).prepare();
      assert.equal((await templates()).length, 1);
    });

    /** Debits Kari's account by a hundred kroner. */
    async function spend(worldId: string): Promise<void> {
      const transaction = { bookingDate: "2026-11-10", valueDate: "2026-11-10", texts: {} };
      await aLedger(storage()).postTransactions(
        {
          worldId,
          accountId: kari.current.accountId,
          transactions: [{ ...transaction, amountMinor: -100_00n }],
          balance: "moved",
        },
        1n,
      );
    }

    async function lastBooking(worldId: string): Promise<string | undefined> {
      const { accountId } = kari.current;
      const booked = await aLedger(storage()).listTransactions(worldId, accountId, { limit: 200 });
      return booked
        .map(({ bookingDate }) => bookingDate)
        .toSorted()
        .at(-1);
    }
  }),
);
