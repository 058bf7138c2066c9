import assert from "node:assert/strict";
import { tppMessageCodes } from "@varde/protocol";
import type { RawAnswer } from "./raw-tpp.ts";

export interface ExpectedRefusal {
  readonly status: number;
  readonly code: string;
  readonly path?: string;
  readonly text?: RegExp;
}

const inside = /\bat .*:\d+:\d+|node_modules|\.ts\b|select .* from|insert into|sqlite|postgres/i;

/** The answer has the shape of an error, and among its messages is the expected one. */
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

/** What every refusal has in common, and that nothing of the bank's inside is in it. */
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
  assert.doesNotMatch(answer.text, inside);
};
