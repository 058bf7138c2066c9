import assert from "node:assert/strict";
import { test } from "node:test";
import { createTurns } from "../../src/pipeline/create-turns.ts";

test("requests of one turn pass each stage together", async () => {
  const nextTurn = createTurns();
  const passed: string[] = [];
  const pass = async (request: string): Promise<void> => {
    await nextTurn();
    passed.push(`${request} first stage`);
    await Promise.resolve();
    passed.push(`${request} second stage`);
  };
  const both = Promise.all([pass("A"), pass("B")]);
  // Nothing runs before the turn is over, however many microtasks there are.
  for (let count = 0; count < 10; count += 1) await undefined;
  assert.deepEqual(passed, []);
  await both;
  assert.deepEqual(passed, ["A first stage", "B first stage", "A second stage", "B second stage"]);
});

test("a request that comes in a later turn waits for that turn only", async () => {
  const nextTurn = createTurns();
  const first = nextTurn();
  assert.equal(nextTurn(), first);
  await first;
  const second = nextTurn();
  assert.notEqual(second, first);
  await second;
});
