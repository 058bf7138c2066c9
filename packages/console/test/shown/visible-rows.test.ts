import assert from "node:assert/strict";
import { test } from "node:test";
import { findVisibleRows, scrollPastAdded } from "../../src/shown/visible-rows.ts";

test("a list renders the rows in view and eight above and below", () => {
  assert.deepEqual(findVisibleRows({ top: 0, height: 360 }, 36), { from: 0, until: 18 });
  assert.deepEqual(findVisibleRows({ top: 3_600, height: 360 }, 36), { from: 92, until: 118 });
});

test("a row that is partly in view is rendered", () => {
  const { from, until } = findVisibleRows({ top: 350, height: 20 }, 36);
  assert.deepEqual([from + 8, until - 8], [9, 11]);
});

test("a taller row means fewer rows", () => {
  assert.deepEqual(findVisibleRows({ top: 600, height: 600 }, 60), { from: 2, until: 28 });
});

test("a reader who has scrolled sees the same rows after others were added above", () => {
  const scroll = (top: number, rows: readonly string[]) =>
    scrollPastAdded(top, 36, rows, (row) => row === "a");
  assert.equal(scroll(500, ["c", "b", "a"]), 572);
  assert.equal(scroll(500, ["a", "z"]), 500);
});

test("a reader at the top sees the rows that were added", () => {
  assert.equal(
    scrollPastAdded(0, 36, ["b", "a"], (row) => row === "a"),
    0,
  );
});

test("a list whose first row is gone does not scroll", () => {
  assert.equal(
    scrollPastAdded(500, 36, ["x", "y"], (row) => row === "a"),
    500,
  );
});
