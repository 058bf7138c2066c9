import { after, before, describe, test } from "node:test";
import { atScale } from "@varde/testkit/rounds";
import { firstGuide, followGuide, GuideFolder, payAsReadmeSays } from "../guide.ts";
import { lacksPrograms, otherGuides, writeFilesOfGuides } from "../guide-files.ts";
import { aProjectOfOneFile, type EmptyProject } from "./an-empty-project.ts";

/** npx takes a second or more for each of some hundred commands. */
const guides = atScale({ slice: ["corporate.md"], long: otherGuides });
const protocols = atScale<readonly ("http" | "https")[]>({
  slice: ["https"],
  long: ["http", "https"],
});

describe("README and guides in a project with nothing but the one file installed", () => {
  let project: EmptyProject;
  before(async () => {
    project = await aProjectOfOneFile("npm install ./varde-*.tgz");
  });
  after(() => project?.[Symbol.asyncDispose]());

  for (const protocol of protocols) {
    test(`the README's payment works over ${protocol}, stopped and repeated`, async () => {
      const place = new GuideFolder(undefined, project.folder);
      try {
        await place.startBank(protocol);
        await payAsReadmeSays(place);
      } finally {
        place.close();
      }
    });

    test(`the guides do what they show over ${protocol}`, async (t) => {
      const place = new GuideFolder(undefined, project.folder);
      try {
        await place.startBank(protocol);
        writeFilesOfGuides(place.path);
        for (const name of [firstGuide, ...guides]) {
          const skipped = await followGuide(name, place, lacksPrograms);
          for (const reason of skipped) t.diagnostic(reason);
        }
      } finally {
        place.close();
      }
    });
  }
});
