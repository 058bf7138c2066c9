import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { askTogether } from "../../src/postgres/ask-together.ts";

/** A question whose answers are given by hand, in the order it was asked. */
const aQuestion = () => {
  const answers: PromiseWithResolvers<string>[] = [];
  const ask = askTogether(() => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  });
  return { answers, ask: async () => ask() };
};

/** Everything that can go on by itself has gone on, and the next event is looked at. */
const nextEvent = () => new Promise((resolve) => setImmediate(resolve));

describe("a question that is asked together", () => {
  test("is asked once by those who come at once, and anew by those who come later", async () => {
    const { answers, ask } = aQuestion();
    const early = [ask(), ask()];
    await nextEvent();
    const late = [ask(), ask()];
    await nextEvent();
    assert.equal(answers.length, 1, "the second question waits for the first answer");
    answers[0]?.resolve("first");
    assert.deepEqual(await Promise.all(early), ["first", "first"]);
    await nextEvent();
    answers[1]?.resolve("second");
    assert.deepEqual(await Promise.all(late), ["second", "second"]);
    assert.equal(answers.length, 2);
  });

  test("serves those who go on with its answer, until the next event", async () => {
    const { answers, ask } = aQuestion();
    const goesOn = async () => [await ask(), await ask(), await ask()];
    const both = [goesOn(), goesOn()];
    await nextEvent();
    answers[0]?.resolve("first");
    assert.deepEqual(await Promise.all(both), [Array(3).fill("first"), Array(3).fill("first")]);
    await nextEvent();
    const later = ask();
    await nextEvent();
    assert.equal(answers.length, 2, "an event later the answer may be old");
    answers[1]?.resolve("second");
    assert.equal(await later, "second");
  });

  test("is never answered to an event by what came with the event before", async () => {
    const { answers, ask } = aQuestion();
    const first = ask();
    await nextEvent();
    // Two events of the same turn: the answer, and somebody who comes right after it.
    const came = Promise.withResolvers<string>();
    setImmediate(() => answers[0]?.resolve("first"));
    setImmediate(() => came.resolve(ask()));
    assert.equal(await first, "first");
    await nextEvent();
    answers[1]?.resolve("second");
    assert.equal(await came.promise, "second");
  });

  test("that is left open holds up nobody for longer than a moment", async (t) => {
    const { answers, ask } = aQuestion();
    const early = ask();
    await nextEvent();
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const late = ask();
    await nextEvent();
    assert.equal(answers.length, 1);
    t.mock.timers.tick(250);
    await nextEvent();
    answers[1]?.resolve("second");
    assert.equal(await late, "second");
    answers[0]?.resolve("first");
    assert.equal(await early, "first");
  });

  test("that fails fails those who asked it, and nobody after them", async () => {
    const { answers, ask } = aQuestion();
    const early = ask();
    await nextEvent();
    const late = ask();
    answers[0]?.reject(new Error("lost"));
    await assert.rejects(early, /lost/);
    await nextEvent();
    answers[1]?.resolve("second");
    assert.equal(await late, "second");
  });
});
