import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import {
  fileOf,
  firstGuide,
  followGuide,
  type GuideBlock,
  GuideFolder,
  guidesFolder,
  isShown,
  payInEmptyFolder,
  readBlocks,
  replayWhatHappened,
} from "./guide.ts";

describe("guides", () => {
  let bank: TestBank;
  let place: GuideFolder;
  before(async () => {
    bank = await aBank();
    place = new GuideFolder(bank.addresses.http);
  });
  after(async () => {
    place.close();
    await bank.close();
  });

  test(`${firstGuide} does what it shows`, async () => {
    assert.deepEqual(await followGuide(firstGuide, place), []);
    await replayWhatHappened(place);
  });

  // Over http, and with the first guide over https, in guides.long.test.ts.
  test("the README's payment works over https, stopped and repeated", () =>
    payInEmptyFolder("https"));

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
