import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { contractRules } from "../src/check/index.ts";
import { contractOperations } from "../src/contract/contract-operations.ts";
import { describeContract } from "../src/contract/describe-contract.ts";

const guide = readFileSync(
  new URL("../../../docs/guides/core-bank-over-http.md", import.meta.url),
  "utf8",
);

interface Described {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, { readonly post: { readonly description: string } }>>;
}
const document = describeContract(contractRules) as Described;

/** Returns the description of an operation, or of the whole document. */
const describedAt = (operation?: string): string => {
  if (operation === undefined) return document.info.description;
  const { path = "" } = Object(contractOperations)[operation] ?? {};
  return document.paths[path]?.post.description ?? "";
};

describe("the documents of the contract", () => {
  for (const { id, text, about } of contractRules) {
    test(`the guide and the OpenAPI document state ${id}`, () => {
      assert(guide.includes(`\n| ${id} | ${text} |\n`), "run npm run reference");
      for (const operation of about.length === 0 ? [undefined] : about) {
        assert(describedAt(operation).includes(`- **${id}** ${text}`), operation ?? "info");
      }
    });
  }

  test("name no rule that does not exist", () => {
    const ids = new Set(contractRules.map(({ id }) => id));
    const named = `${guide}${JSON.stringify(document)}`.matchAll(
      /\b(?:HTTP|DIRECTORY|ACCOUNTS|QUOTES|PAYMENTS|TRANSACTIONS|OUTCOMES|MANDATE)-\d+\b/g,
    );
    assert.deepEqual(
      [...named].map(([id]) => id).filter((id) => !ids.has(id)),
      [],
    );
  });

  test("every operation has a rule, and every rule says all in whole sentences", () => {
    const about = new Set(contractRules.flatMap((rule) => rule.about));
    assert.deepEqual([...about].toSorted(), Object.keys(contractOperations).toSorted());
    for (const { id, text } of contractRules) assert.match(text, /\.$/, id);
  });

  test("agree on the idempotency key and on the outcome of a repeated payment", () => {
    const text = `${guide}${JSON.stringify(document)}`;
    assert.doesNotMatch(text, /`?instructionId`? (?:\*\*)?and(?:\*\*)? `?attempt`? are the/);
    assert.doesNotMatch(text, /the first outcome/);
  });
});
