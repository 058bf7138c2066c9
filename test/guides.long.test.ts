import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  firstGuide,
  followGuide,
  GuideFolder,
  payInEmptyFolder,
  replayWhatHappened,
} from "./guide.ts";
import { lacksPrograms, otherGuides, writeFilesOfGuides } from "./guide-files.ts";

// Run one after another, at one bank and in one folder, as a newcomer follows them.
for (const protocol of ["http", "https"] as const) {
  describe(`guides over ${protocol}`, () => {
    let place: GuideFolder;
    before(async () => {
      place = new GuideFolder();
      await place.startBank(protocol);
      writeFilesOfGuides(place.path);
      assert.deepEqual(await followGuide(firstGuide, place), []);
      await replayWhatHappened(place);
    });
    after(() => place.close());

    test("the README's payment works, stopped and repeated", () => payInEmptyFolder(protocol));

    for (const name of otherGuides) {
      test(`${name} does what it shows over ${protocol}`, async (t) => {
        for (const reason of await followGuide(name, place, lacksPrograms)) t.diagnostic(reason);
      });
    }
  });
}
