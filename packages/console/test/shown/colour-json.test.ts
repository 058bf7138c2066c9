import assert from "node:assert/strict";
import { test } from "node:test";
import { colourJson } from "../../src/shown/colour-json.ts";

const kinds = (json: string) =>
  colourJson(json)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind} ${text}`);

test("keys, texts and literals differ", () => {
  const json = JSON.stringify({ a: "b: 1", c: [-1.5e3, true, null], 'd"e': "f\\" }, undefined, 2);
  assert.deepEqual(kinds(json), [
    'key "a"',
    'text "b: 1"',
    'key "c"',
    "literal -1.5e+3".replace("1.5e+3", "1500"),
    "literal true",
    "literal null",
    'key "d\\"e"',
    'text "f\\\\"',
  ]);
});

test("the pieces are the text, character for character, and few for a long one", () => {
  const json = JSON.stringify({ text: '<b>"\\', list: [1, "2", false] }, undefined, 2);
  assert.equal(
    colourJson(json)
      .map(({ text }) => text)
      .join(""),
    json,
  );
  const long = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => at));
  assert.deepEqual(colourJson(long), [{ kind: "plain", text: long }]);
});
