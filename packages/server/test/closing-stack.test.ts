import assert from "node:assert/strict";
import { test } from "node:test";
import { ClosingStack } from "../src/closing-stack.ts";

const opened = () => {
  const closed: string[] = [];
  const stack = new ClosingStack();
  stack.defer(() => closed.push("first"));
  stack.use({ [Symbol.dispose]: () => void closed.push("second") });
  stack.use({ [Symbol.asyncDispose]: async () => void closed.push("third") });
  return { closed, stack };
};

test("closes what was opened, last first", async () => {
  const { closed, stack } = opened();
  await stack[Symbol.asyncDispose]();
  assert.deepEqual(closed, ["third", "second", "first"]);
});

test("closes nothing that was moved to another stack", async () => {
  const { closed, stack } = opened();
  const moved = stack.move();
  await stack[Symbol.asyncDispose]();
  assert.deepEqual(closed, []);
  await moved[Symbol.asyncDispose]();
  assert.equal(closed.length, 3);
});

test("closes the rest after a failure, which it throws", async () => {
  const { closed, stack } = opened();
  stack.defer(() => {
    throw new Error("stuck");
  });
  await assert.rejects(async () => stack[Symbol.asyncDispose](), /stuck/);
  assert.equal(closed.length, 3);
});
