import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { GuideFolder, isShown, readGuide } from "./guide.ts";

const folder = new URL("../docs/guides/", import.meta.url);
const first = "first-payment.md";
const others = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== first);

// One after another, at one bank and in one folder, as a newcomer follows them.
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

  for (const name of [first, ...others]) {
    test(`${name} does what it shows`, async () => {
      const steps = readGuide(readFileSync(new URL(name, folder), "utf8"));
      assert(steps.length > 0, "a guide has something to run");
      for (const step of steps) {
        const { code, output } = await place.run(step);
        const where = `${name}:${step.line}\n${output}`;
        assert.equal(code === 0, !step.isRefused, where);
        if (step.shows !== undefined) assert(isShown(step.shows, output), where);
      }
    });
  }

  test("what a guide shows is held against every line of the output", () => {
    assert(isShown("Payment …\n  ACSC  settled\n", "Payment 1\n  ACSC  settled\n"));
    assert(isShown("…\nlast\n", "one\ntwo\nlast\n"));
    assert(!isShown("Payment …\n", "Payment 1\nmore\n"));
    assert(!isShown("Payment …\n", "Refused\n"));
  });
});
