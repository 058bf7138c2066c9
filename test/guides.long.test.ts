import { readdirSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { firstGuide, followGuide, GuideFolder, guidesFolder } from "./guide.ts";

const otherGuides = readdirSync(guidesFolder).filter(
  (name) => name.endsWith(".md") && name !== firstGuide,
);

// Run one after another, at one bank and in one folder, as a newcomer follows them.
describe("guides", () => {
  let bank: TestBank;
  let place: GuideFolder;
  before(async () => {
    bank = await aBank();
    place = new GuideFolder(bank.addresses.http);
    await followGuide(firstGuide, place);
  });
  after(async () => {
    place.close();
    await bank.close();
  });

  for (const name of otherGuides) {
    test(`${name} does what it shows`, () => followGuide(name, place));
  }
});
