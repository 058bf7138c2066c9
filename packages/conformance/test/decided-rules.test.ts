import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { bankChecks } from "@varde/conformance";
import { decidedRules } from "../src/checks/decided-rules.ts";

const page = readFileSync(new URL("../../../docs/spec/rules.md", import.meta.url), "utf8");
const rules = new Map(
  [...page.matchAll(/^\| ([A-Z]{3}-\d\d) \|.*\| (\w+) \|$/gm)].map(([, id = "", state = ""]) => [
    id,
    state,
  ]),
);

test("the rules that are never a must are those that the project decided itself", () => {
  const decided = [...rules].filter(([, state]) => state === "decided").map(([id]) => id);
  assert.deepEqual([...decidedRules].toSorted(), decided.toSorted());
});

test("every check but the gates cites a rule", () => {
  const without = bankChecks.filter(
    ({ rules: cited, shouldRules = [] }) => [...cited, ...shouldRules].filter(Boolean).length === 0,
  );
  assert.deepEqual(
    without.map(({ id }) => id).filter((id) => !id.startsWith("gate-")),
    [],
  );
});

test("every check cites rules that exist, and every id is used once", () => {
  const ids = bankChecks.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
  const unknown = bankChecks.flatMap(({ id, rules: cited, shouldRules = [] }) =>
    [...cited, ...shouldRules].filter((rule) => !rules.has(rule)).map((rule) => `${id} ${rule}`),
  );
  assert.deepEqual(unknown, []);
});
