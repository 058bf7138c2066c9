import assert from "node:assert/strict";
import { test } from "node:test";
import { BoundedMap } from "@varde/storage";

const filled = () => {
  const map = new BoundedMap<string, number>(2);
  map.set("a", 1);
  map.set("b", 2);
  return map;
};

test("a bounded map drops its oldest entry for a new one", () => {
  const map = filled();
  map.set("c", 3);
  assert.deepEqual(
    ["a", "b", "c"].map((key) => map.get(key)),
    [undefined, 2, 3],
  );
  assert.equal(map.size, 2);
});

test("a bounded map replaces a value without dropping another", () => {
  const map = filled();
  map.set("b", 20);
  assert.deepEqual([map.get("a"), map.get("b")], [1, 20]);
});

test("a bounded map has room again after a deletion, and is empty after clear", () => {
  const map = filled();
  map.delete("b");
  map.set("c", 3);
  assert.deepEqual([map.get("a"), map.get("c")], [1, 3]);
  map.clear();
  assert.equal(map.size, 0);
});
