import "../a-page.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { addExchange } from "../../src/live/exchanges.ts";
import { type World, worlds } from "../../src/live/world.ts";
import { listWorlds, nameCaller } from "../../src/shown/tell-worlds-apart.ts";
import { anExchange } from "../an-exchange.ts";

const now = Date.parse("2026-11-17T08:00:00.000Z");
const minuteMs = 60_000;

const aWorld = (worldId: string, changes: Partial<World> = {}): World => ({
  worldId,
  name: "Example TPP",
  seed: 1,
  openedAt: 0,
  lastUsedAt: now,
  isCopied: false,
  profiles: [],
  ...changes,
});

beforeEach(() => {
  worlds.value = [
    aWorld("one", { tpp: "PSDNO-FSA-310001234", lastUsedAt: now - 5 * minuteMs }),
    aWorld("two", { tpp: "PSDNO-FSA-310005678" }),
    aWorld("three", {
      name: "Min TPP",
      tpp: "PSDNO-FSA-310009999",
      lastUsedAt: now - 3 * minuteMs,
    }),
    aWorld("shared", { name: "Shared by all TPPs", lastUsedAt: now - 180 * minuteMs }),
  ];
});

test("worlds have a number, the end of the identifier and their last use", () => {
  assert.deepEqual(
    listWorlds(now).map(({ words }) => words),
    [
      "2 · Example TPP · …5678 · used now",
      "3 · Min TPP · …9999 · used 3 min ago",
      "1 · Example TPP · …1234 · used 5 min ago",
      "4 · Shared by all TPPs · used 3 h ago",
    ],
  );
});

test("a request that has just arrived is a use of its world", () => {
  addExchange(anExchange({ worldId: "one", at: new Date(now + 1).toISOString() }));
  assert.equal(listWorlds(now + minuteMs)[0]?.worldId, "one");
});

test("a caller has the end of its identifier if another TPP has the same name", () => {
  assert.equal(nameCaller({ tpp: "Example TPP", worldId: "two" }), "Example TPP …5678");
  assert.equal(nameCaller({ tpp: "Min TPP", worldId: "three" }), "Min TPP");
  assert.equal(nameCaller({ tpp: "One of many", worldId: "shared" }), "One of many");
  assert.equal(nameCaller({}), "unknown caller");
});
