import assert from "node:assert/strict";
import { tppMessageCodes } from "@varde/protocol";
import type { RawResponse } from "./raw-response.ts";

export interface ExpectedRefusal {
  readonly status: number;
  readonly code: string;
  readonly path?: string;
  readonly text?: RegExp;
}

const internals = /\bat .*:\d+:\d+|node_modules|\.ts\b|select .* from|insert into|sqlite|postgres/i;

/** Asserts that the response is a refusal and that its messages include the expected one. */
export const assertRefused = (response: RawResponse, expected: ExpectedRefusal): void => {
  assert.equal(response.status, expected.status, response.text);
  assertErrorShape(response);
  const found = response.json.tppMessages.find(
    (message: { code: string; path?: string; text: string }) =>
      message.code === expected.code &&
      (expected.path === undefined || message.path === expected.path) &&
      (expected.text === undefined || expected.text.test(message.text)),
  );
  assert.ok(found !== undefined, `${JSON.stringify(expected)} is not in ${response.text}`);
};

/** Asserts the shape that all refusals share, and that no internals of the bank leak. */
export const assertErrorShape = (response: RawResponse): void => {
  const { tppMessages, ...rest } = response.json ?? {};
  assert.ok(Array.isArray(tppMessages) && tppMessages.length > 0, response.text);
  assert.ok(
    Object.keys(rest).every((name) => name === "_links"),
    response.text,
  );
  for (const { category, code, path, text, ...more } of tppMessages) {
    assert.equal(category, "ERROR");
    assert.ok(tppMessageCodes.includes(code), code);
    assert.ok(path === undefined || typeof path === "string");
    assert.ok([...(text ?? "")].length <= 512, text);
    assert.deepEqual(more, {});
  }
  assert.doesNotMatch(response.text, internals);
};
