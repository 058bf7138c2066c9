import assert from "node:assert/strict";
import { tppMessageCodes } from "@varde/protocol";
import type { RawAnswer } from "./raw-answer.ts";

export interface ExpectedRefusal {
  readonly status: number;
  readonly code: string;
  readonly path?: string;
  readonly text?: RegExp;
}

const internals = /\bat .*:\d+:\d+|node_modules|\.ts\b|select .* from|insert into|sqlite|postgres/i;

/** Asserts that the response is a refusal and that its messages include the expected one. */
export const assertRefused = (answer: RawAnswer, expected: ExpectedRefusal): void => {
  assert.equal(answer.status, expected.status, answer.text);
  assertErrorShape(answer);
  const found = answer.json.tppMessages.find(
    (message: { code: string; path?: string; text: string }) =>
      message.code === expected.code &&
      (expected.path === undefined || message.path === expected.path) &&
      (expected.text === undefined || expected.text.test(message.text)),
  );
  assert.ok(found !== undefined, `${JSON.stringify(expected)} is not in ${answer.text}`);
};

/** Asserts the shape that all refusals share, and that no internals of the bank leak. */
export const assertErrorShape = (answer: RawAnswer): void => {
  const { tppMessages, ...rest } = answer.json ?? {};
  assert.ok(Array.isArray(tppMessages) && tppMessages.length > 0, answer.text);
  assert.ok(
    Object.keys(rest).every((name) => name === "_links"),
    answer.text,
  );
  for (const { category, code, path, text, ...more } of tppMessages) {
    assert.equal(category, "ERROR");
    assert.ok(tppMessageCodes.includes(code), code);
    assert.ok(path === undefined || typeof path === "string");
    assert.ok([...(text ?? "")].length <= 512, text);
    assert.deepEqual(more, {});
  }
  assert.doesNotMatch(answer.text, internals);
};
