import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { shareQuery } from "../../src/postgres/share-query.ts";

/** A shared query whose results are set by hand, in the order it was sent. */
const aQuery = () => {
  const results: PromiseWithResolvers<string>[] = [];
  const ask = shareQuery(() => {
    const result = Promise.withResolvers<string>();
    results.push(result);
    return result.promise;
  });
  return { results, ask: async () => ask() };
};

/** Resolves when all promise callbacks have run and the next event is handled. */
const nextEvent = () => new Promise((resolve) => setImmediate(resolve));

describe("a shared query", () => {
  test("is sent once for concurrent callers, and again for later ones", async () => {
    const { results, ask } = aQuery();
    const early = [ask(), ask()];
    await nextEvent();
    const late = [ask(), ask()];
    await nextEvent();
    assert.equal(results.length, 1, "the second query waits for the first result");
    results[0]?.resolve("first");
    assert.deepEqual(await Promise.all(early), ["first", "first"]);
    await nextEvent();
    results[1]?.resolve("second");
    assert.deepEqual(await Promise.all(late), ["second", "second"]);
    assert.equal(results.length, 2);
  });

  test("serves callers that continue with its result, until the next event", async () => {
    const { results, ask } = aQuery();
    const askThrice = async () => [await ask(), await ask(), await ask()];
    const both = [askThrice(), askThrice()];
    await nextEvent();
    results[0]?.resolve("first");
    assert.deepEqual(await Promise.all(both), [Array(3).fill("first"), Array(3).fill("first")]);
    await nextEvent();
    const later = ask();
    await nextEvent();
    assert.equal(results.length, 2, "an event later the result may be old");
    results[1]?.resolve("second");
    assert.equal(await later, "second");
  });

  test("never serves one event with the result of the event before", async () => {
    const { results, ask } = aQuery();
    const first = ask();
    await nextEvent();
    // Two events of the same turn: the result, and a caller that asks right after it.
    const asked = Promise.withResolvers<string>();
    setImmediate(() => results[0]?.resolve("first"));
    setImmediate(() => asked.resolve(ask()));
    assert.equal(await first, "first");
    await nextEvent();
    results[1]?.resolve("second");
    assert.equal(await asked.promise, "second");
  });

  test("delays later callers only briefly when it gets no result", async (t) => {
    const { results, ask } = aQuery();
    const early = ask();
    await nextEvent();
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const late = ask();
    await nextEvent();
    assert.equal(results.length, 1);
    t.mock.timers.tick(250);
    await nextEvent();
    results[1]?.resolve("second");
    assert.equal(await late, "second");
    results[0]?.resolve("first");
    assert.equal(await early, "first");
  });

  test("rejects only its own callers when it fails", async () => {
    const { results, ask } = aQuery();
    const early = ask();
    await nextEvent();
    const late = ask();
    results[0]?.reject(new Error("lost"));
    await assert.rejects(early, /lost/);
    await nextEvent();
    results[1]?.resolve("second");
    assert.equal(await late, "second");
  });
});
