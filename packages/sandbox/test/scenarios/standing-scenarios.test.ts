import assert from "node:assert/strict";
import { test } from "node:test";
import { StandingScenarios } from "../../src/scenarios/standing-scenarios.ts";

const facts = { operation: "createPayment", tpp: [], amounts: [], accounts: [] };

test("scenarios from a file are counted separately in each world", () => {
  const standing = new StandingScenarios([
    { match: { operation: "createPayment" }, effect: { code: "FORBIDDEN" } },
    { effect: { payment: "no-funds" } },
  ]);
  const effects = (worldId: string) => [
    standing.actingOn(worldId, "call", facts)?.effect,
    standing.actingOn(worldId, "payment", facts)?.effect,
  ];
  assert.deepEqual(effects("one"), [{ code: "FORBIDDEN" }, { payment: "no-funds" }]);
  assert.deepEqual(effects("one"), [undefined, undefined]);
  assert.deepEqual(effects("other"), [{ code: "FORBIDDEN" }, { payment: "no-funds" }]);
});
