import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createYielder } from "@varde/storage";

describe("a long job", () => {
  test("yields to others for as long as its unit took", async () => {
    let nowMs = 0;
    let turns = 0;
    const yieldToOthers = createYielder(() => nowMs);
    const other = () => {
      nowMs += 1;
      turns += 1;
      waiting = setImmediate(other);
    };
    let waiting = setImmediate(other);
    nowMs += 5;
    await yieldToOthers();
    clearImmediate(waiting);
    assert.equal(turns, 5);
  });

  test("yields for a bounded time, however long its unit took", async () => {
    let nowMs = 0;
    const yieldToOthers = createYielder(() => nowMs);
    const other = () => {
      nowMs += 1;
      waiting = setImmediate(other);
    };
    let waiting = setImmediate(other);
    nowMs += 1_000;
    await yieldToOthers();
    clearImmediate(waiting);
    assert.equal(nowMs, 1_010);
  });

  test("continues after one turn when no other work is waiting", async () => {
    let nowMs = 0;
    let turns = 0;
    const yieldToOthers = createYielder(() => nowMs);
    const count = () => {
      turns += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    nowMs += 5;
    await yieldToOthers();
    clearImmediate(counting);
    assert.equal(turns, 1);
  });
});
