import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { firstGuide, followGuide, GuideFolder, isShown } from "./guide.ts";

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

  test(`${firstGuide} does what it shows`, () => followGuide(firstGuide, place));

  test("compares what a guide shows with every line of the output", () => {
    assert(isShown("Payment …\n  ACSC  settled\n", "Payment 1\n  ACSC  settled\n"));
    assert(isShown("…\nlast\n", "one\ntwo\nlast\n"));
    assert(!isShown("Payment …\n", "Payment 1\nmore\n"));
    assert(!isShown("Payment …\n", "Refused\n"));
  });
});
