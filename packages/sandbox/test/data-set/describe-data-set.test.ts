import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { dataSet, describeDataSet } from "../../src/data-set/index.ts";

test("the reference page matches the tables", () => {
  const page = new URL("../../../../docs/reference/data-set.md", import.meta.url);
  assert.equal(readFileSync(page, "utf8"), describeDataSet(dataSet));
});
