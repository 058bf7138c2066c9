import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { takeTurns } from "@varde/storage";

describe("a long piece of work", () => {
  test("gives others as many turns as fit into the time its unit took", async () => {
    let nowMs = 0;
    let turns = 0;
    const giveWay = takeTurns(() => nowMs);
    const other = () => {
      nowMs += 1;
      turns += 1;
      waiting = setImmediate(other);
    };
    let waiting = setImmediate(other);
    nowMs += 5;
    await giveWay();
    clearImmediate(waiting);
    assert.equal(turns, 5);
  });

  test("gives way for a bounded time, however long its unit took", async () => {
    let nowMs = 0;
    const giveWay = takeTurns(() => nowMs);
    const other = () => {
      nowMs += 1;
      waiting = setImmediate(other);
    };
    let waiting = setImmediate(other);
    nowMs += 1_000;
    await giveWay();
    clearImmediate(waiting);
    assert.equal(nowMs, 1_010);
  });

  test("goes on after one turn when nobody waits", async () => {
    let nowMs = 0;
    let turns = 0;
    const giveWay = takeTurns(() => nowMs);
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    nowMs += 5;
    await giveWay();
    clearImmediate(counting);
    assert.equal(turns, 1);
  });
});
