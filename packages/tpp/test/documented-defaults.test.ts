import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { limits } from "@varde/protocol";
import { retryDefaults, timeoutMsDefault, waitDefaults } from "../src/constants.ts";

/** The numbers that the code uses, by the file that documents them. */
const used: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "create-tpp-client.ts": { timeoutMs: timeoutMsDefault },
  "http/retry.ts": retryDefaults,
  "resources/wait-for-status.ts": waitDefaults,
  "resources/accounts.ts": { limit: limits.transactionPageSizeDefault, offset: 0 },
};

for (const [file, values] of Object.entries(used)) {
  test(`the defaults that ${file} documents are those that are used`, () => {
    const text = readFileSync(new URL(`../src/${file}`, import.meta.url), "utf8");
    const documented = text
      .matchAll(/@defaultValue ([\d_]+)(?:,[^\n]*)?\n *\*\/\n *readonly (\w+)/g)
      .map(([, number = "", name = ""]) => [name, Number(number.replaceAll("_", ""))] as const);
    assert.deepEqual(Object.fromEntries(documented), { ...values });
  });
}

test("the listing documents the interface's 90 days", () => {
  const text = readFileSync(new URL("../src/resources/accounts.ts", import.meta.url), "utf8");
  assert.equal(limits.transactionsWithoutPsuDaysMax, 90);
  assert.match(text, /@defaultValue 90 days ago/);
});
