import "./a-page.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { isPaused, pause } from "../src/live/exchanges.ts";
import { worldId } from "../src/live/world.ts";
import { listCommands, stepThrough } from "../src/palette-commands.ts";

const names = (text: string) => listCommands(text).map(({ name }) => name);
const run = (name: string) =>
  listCommands("")
    .find((command) => command.name === name)
    ?.run();

beforeEach(() => {
  pause(false);
  worldId.value = undefined;
});

test("commands are found by words of their names, in any order and case", () => {
  assert.deepEqual(names("accounts PEOPLE"), ["Go to people and accounts"]);
  assert.deepEqual(names("  "), names(""));
  assert.deepEqual(names("nothing like this"), []);
});

test("commands about a world are offered only if there is one", () => {
  assert.deepEqual(names("batch"), []);
  worldId.value = "1";
  assert.deepEqual(names("batch"), ["Run a batch now", "Advance the clock to the next batch"]);
  assert.deepEqual(names("recording"), ["Save a recording of the world"]);
});

test("the id of a payment opens it", () => {
  const id = "0198c0de-1111-7222-8333-444455556666";
  const [first, ...others] = listCommands(` ${id} `);
  assert.deepEqual([first?.name, others], [`Open payment ${id}`, []]);
  first?.run();
  assert.equal(location.hash, `#/payments/${id}`);
  assert.deepEqual(names("0198c0de"), []);
});

test("a command leads to its page", () => {
  run("Go to scenarios and snapshots");
  assert.equal(location.hash, "#/scenarios");
});

test("the list of requests is paused and resumed by the same entry", () => {
  run("Pause the list of requests");
  assert.equal(isPaused.value, true);
  assert.deepEqual(names("list of requests"), ["Resume the list of requests"]);
  run("Resume the list of requests");
  assert.equal(isPaused.value, false);
});

test("the arrow keys continue at the other end of the list", () => {
  assert.deepEqual([stepThrough(3, 2, 1), stepThrough(3, 0, -1), stepThrough(3, 0, 1)], [0, 2, 1]);
  assert.equal(stepThrough(0, 0, 1), 0);
  assert.equal(stepThrough(0, 0, -1) || 0, 0);
});
