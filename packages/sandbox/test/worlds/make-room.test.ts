import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { NoRoomForWorld } from "@varde/bank";
import { withBankOnBothEngines } from "@varde/testkit/bank";
import { onBothEngines } from "@varde/testkit/storage";
import { aTpp, TestAuthority, tppName } from "@varde/testkit/tpp";
import { everyMigration } from "../../src/index.ts";
import { someWorlds } from "../some-worlds.ts";

const hourMs = 3_600_000;

onBothEngines(everyMigration, (storage) =>
  describe("room for worlds", () => {
    /** Opens worlds until one is refused, and returns their number and the refusal. */
    const fill = async (worlds: ReturnType<typeof someWorlds>, prefix: string, most: number) => {
      for (let count = 0; count < most; count += 1) {
        try {
          await worlds.openWorld(`${prefix}-${count}`, "one of many");
        } catch (error) {
          assert.ok(error instanceof NoRoomForWorld, String(error));
          return { count, error };
        }
      }
      return { count: most, error: undefined };
    };

    test("A35: only so many worlds are opened within a minute", async () => {
      let now = Date.parse("2026-11-15T12:00:00Z");
      const limits = { worlds: 1_000, worldsPerMinute: 30 };
      const worlds = someWorlds(storage(), { limits, databaseNow: () => now });
      const first = await fill(worlds, "minute", 40);
      assert.equal(first.count, 30);
      assert.match(
        first.error?.message ?? "",
        /at most 30 worlds within a minute.*worldsPerMinute/,
      );
      assert.equal(first.error?.retryAfterSeconds, 2);
      await worlds.openWorld("minute-0", "a world that exists is not counted");
      now += 10_000;
      assert.equal((await fill(worlds, "later", 40)).count, 5);
      now += hourMs;
      assert.equal((await fill(worlds, "much-later", 40)).count, 30);
    });

    test("a limit of one is written in the singular", async () => {
      const worlds = someWorlds(storage(), { limits: { worlds: 1_000, worldsPerMinute: 1 } });
      const { error } = await fill(worlds, "single", 2);
      assert.match(error?.message ?? "", /at most 1 world within a minute/);
    });

    test("A35: of too many worlds, the oldest that was abandoned is deleted", async () => {
      let now = Date.parse("2026-11-16T12:00:00Z");
      const plain = someWorlds(storage(), { databaseNow: () => now });
      for (const { worldId } of await plain.listWorlds()) await plain.deleteWorld(worldId);
      const limits = { worlds: 4, worldsPerMinute: 1_000 };
      const worlds = someWorlds(storage(), { limits, databaseNow: () => now });
      for (const worldId of ["copied", "used", "abandoned", "abandoned-later"]) {
        await worlds.openWorld(worldId, worldId);
        now += 1;
      }
      await worlds.copyDataSet("copied");
      const full = await fill(worlds, "new", 1);
      assert.match(
        full.error?.message ?? "",
        /has 4 worlds, .*worlds of the setting sandboxLimits/,
      );
      assert.equal(full.error?.retryAfterSeconds, 600);
      now += hourMs;
      await worlds.useWorld("used");
      now += hourMs;
      assert.equal((await fill(worlds, "new", 3)).count, 2);
      const left = (await worlds.listWorlds()).map(({ worldId }) => worldId);
      assert.deepEqual(left, ["copied", "used", "new-0", "new-1"]);
    });
  }),
);

describe("a TPP without a world", () => {
  const authority = new TestAuthority();
  withBankOnBothEngines(
    (bank) => {
      test("A35: is refused with 503 and the setting, and others are not", async () => {
        const send = (number: number) => {
          const subject = tppName(`TPP ${number}`, `31000000${number}`);
          return aTpp(bank(), authority.issue({ subject })).send({ path: "/v1/sandbox/customers" });
        };
        for (const number of [1, 2, 3]) assert.equal((await send(number)).status, 200);
        const refused = await send(4);
        assert.equal(refused.status, 503, refused.text);
        assert.match(
          refused.json.tppMessages[0].text,
          /worldsPerMinute of the setting sandboxLimits/,
        );
        assert.ok(Number(refused.headers["retry-after"]) >= 1);
        assert.equal((await send(1)).status, 200);
      });
    },
    { bank: { anchors: [authority.certificate] }, limits: { worldsPerMinute: 3 } },
  );
});
