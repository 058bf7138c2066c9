import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { fileOf, type GuideBlock, guidesFolder, isShown, readBlocks } from "./guide.ts";

describe("guides", () => {
  test("no block of a guide ends the reader's terminal", () => {
    const guides = readdirSync(guidesFolder).filter((name) => name.endsWith(".md"));
    const ending = guides.flatMap((name) =>
      readBlocks(name)
        .filter(({ language, code }) => language === "sh" && /\b(?:exit|logout|set -)/.test(code))
        .map(({ line }) => `${name}:${line}`),
    );
    assert.deepEqual(ending, []);
  });

  test("every block of the production guide is executed or checked", () => {
    const isTested = (block: GuideBlock) =>
      block.marks.includes("run") ||
      block.marks.includes("shows") ||
      fileOf(block) !== undefined ||
      // test/attacks/client-certificates.test.ts runs nginx with it.
      block.language === "nginx";
    const untested = readBlocks("a-bank-in-production.md").filter((block) => !isTested(block));
    assert.deepEqual(untested, []);
  });

  test("compares what a guide shows with every line of the output", () => {
    assert(isShown("Payment …\n  ACSC  settled\n", "Payment 1\n  ACSC  settled\n"));
    assert(isShown("…\nlast\n", "one\ntwo\nlast\n"));
    assert(!isShown("Payment …\n", "Payment 1\nmore\n"));
    assert(!isShown("Payment …\n", "Refused\n"));
  });
});
