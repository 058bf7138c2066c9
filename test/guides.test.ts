import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { startBank } from "@varde/sandbox";
import { GuideFolder, isShown, readGuide } from "./support/guide.ts";

const folder = new URL("../docs/guides/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".md"));

describe("guides", () => {
  for (const name of names) {
    test(`${name} does what it shows`, async (t) => {
      const steps = readGuide(readFileSync(new URL(name, folder), "utf8"));
      assert(steps.length > 0, "a guide has something to run");
      const bank = await startBank();
      const place = new GuideFolder(bank.addresses.http);
      t.after(async () => {
        place.close();
        await bank.close();
      });
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
