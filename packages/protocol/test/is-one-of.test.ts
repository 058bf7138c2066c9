import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildTable, isKeyOf, isOneOf, listEntries, listKeys } from "@varde/protocol";

const colours = { red: 1, green: 2 } as const;

describe("closed sets", () => {
  test("a value of another type is not a member", () => {
    assert.equal(isOneOf(["1", "2"], "2"), true);
    assert.equal(isOneOf(["1", "2"], 2), false);
    assert.equal(isOneOf(["1", "2"], undefined), false);
  });

  test("a name that every object inherits is not a key", () => {
    assert.equal(isKeyOf(colours, "red"), true);
    assert.equal(isKeyOf(colours, "constructor"), false);
    assert.equal(isKeyOf(colours, ["red"]), false);
  });

  test("a table is listed and built by its keys", () => {
    assert.deepEqual(listKeys(colours), ["red", "green"]);
    assert.deepEqual(listEntries(colours), [
      ["red", 1],
      ["green", 2],
    ]);
    assert.deepEqual(
      buildTable(listKeys(colours), (name) => name.length),
      { red: 3, green: 5 },
    );
  });
});
