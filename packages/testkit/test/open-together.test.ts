import assert from "node:assert/strict";
import { test } from "node:test";
import { openTogether } from "../src/open-together.ts";

const aThing = (name: string, closed: string[]): AsyncDisposable => ({
  [Symbol.asyncDispose]: async () => void closed.push(name),
});

test("closes what was opened, in reverse order, if one of several fails", async () => {
  const closed: string[] = [];
  const journey = async () => {
    await using stack = new AsyncDisposableStack();
    const late = Promise.withResolvers<AsyncDisposable>();
    const failing = Promise.reject(new Error("no browser"));
    setImmediate(() => late.resolve(aThing("site", closed)));
    await openTogether(stack, [Promise.resolve(aThing("bank", closed)), failing, late.promise]);
  };
  await assert.rejects(journey, /no browser/);
  assert.deepEqual(closed, ["site", "bank"]);
});

test("leaves everything open until the stack is disposed of", async () => {
  const closed: string[] = [];
  const stack = new AsyncDisposableStack();
  const opened = await openTogether(stack, [
    Promise.resolve(aThing("bank", closed)),
    Promise.resolve(aThing("site", closed)),
  ]);
  assert.equal(opened.length, 2);
  assert.deepEqual(closed, []);
  await stack.disposeAsync();
  assert.deepEqual(closed, ["site", "bank"]);
});
