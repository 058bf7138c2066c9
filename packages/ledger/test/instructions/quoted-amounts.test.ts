import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { run, sql } from "@varde/storage";
import { onEachEngine } from "@varde/testkit/storage";
import { ledgerMigrations } from "../../src/index.ts";
import { aLedger } from "../a-ledger.ts";
import { aWorld } from "../a-world.ts";

describe("the amounts of an instruction", () => {
  onEachEngine(
    ledgerMigrations,
    async ({ location }, stack) => {
      const opened = await aLedger(location);
      stack.defer(opened.close);
      return opened;
    },
    (opened) => {
      test("VAL-20: are positive, and those of the order where nothing is exchanged", async () => {
        const { ledger, storage } = opened();
        const world = aWorld(ledger);
        await world.open();
        await world.submit({ id: "sent" });
        for (const change of [
          sql`update ledger_instruction set debited_minor = 0 where world_id = ${world.id}`,
          sql`update ledger_instruction set credited_minor = -1 where world_id = ${world.id}`,
          sql`update ledger_instruction set fee_minor = -1 where world_id = ${world.id}`,
          sql`update ledger_instruction set debited_minor = 9999 where world_id = ${world.id}`,
          sql`update ledger_instruction set credited_minor = 10001 where world_id = ${world.id}`,
        ]) {
          await assert.rejects(storage.write(() => run(change)));
        }
        assert.deepEqual(await ledger.checkBooks(world.id), []);
      });

      test("VAL-20: of zero from an earlier version stay, and are settled", async () => {
        const { ledger, storage } = opened();
        const world = aWorld(ledger);
        await world.open();
        await world.submit({ id: "sent", kind: "cross-border", currency: "EUR", amountMinor: 1n });
        await storage.write(() =>
          run(
            sql`update ledger_instruction set rates = null, debited_minor = 0, fee_minor = 0,
                fee_transaction_id = null where world_id = ${world.id}`,
            sql`update ledger_account set reserved_minor = 0 where world_id = ${world.id}`,
          ),
        );
        const { booked } = await ledger.runClearing(world.id, 9_999_999_999_999n);
        assert.equal(booked, 1);
        assert.deepEqual(await world.balances(), [100_000n, 0n]);
        assert.deepEqual(await ledger.checkBooks(world.id), []);
      });
    },
  );
});
