import { after, before, describe, test } from "node:test";
import { firstGuide, followGuide, GuideFolder } from "./guide.ts";
import { lacksPrograms, otherGuides, writeFilesOfGuides } from "./guide-files.ts";

// Run one after another, at one bank and in one folder, as a newcomer follows them.
for (const protocol of ["http", "https"] as const) {
  describe(`guides over ${protocol}`, () => {
    let place: GuideFolder;
    before(async () => {
      place = new GuideFolder();
      await place.startBank(protocol);
      writeFilesOfGuides(place.path);
      await followGuide(firstGuide, place);
    });
    after(() => place.close());

    for (const name of otherGuides) {
      test(`${name} does what it shows over ${protocol}`, async (t) => {
        for (const reason of await followGuide(name, place, lacksPrograms)) t.diagnostic(reason);
      });
    }
  });
}
