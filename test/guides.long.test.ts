import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { writeExampleFiles } from "@varde/testkit/server";
import { makeListSigner, OpensslAuthority, signList } from "@varde/testkit/trusted-lists";
import { firstGuide, followGuide, type GuideBlock, GuideFolder, guidesFolder } from "./guide.ts";

const otherGuides = readdirSync(guidesFolder).filter(
  (name) => name.endsWith(".md") && name !== firstGuide,
);

const unsignable = missingPrograms(["openssl", "xmlsec"]);
const lacksPrograms = ({ code }: GuideBlock) => /\btrustedLists\b/.test(code) && unsignable;

/** Writes the trusted list that the production guide names, signed by a body that it pins. */
const writeTrustedList = (folder: string) => {
  using pki = new OpensslAuthority();
  makeListSigner(pki, "signer");
  const certificatePem = pki.pem("intermediate");
  const list = signList([{ type: "CA/QC", certificatePem, uses: ["ForeSeals"] }], pki);
  writeFileSync(join(folder, "no.xml"), list);
  writeFileSync(join(folder, "nkom.pem"), pki.pem("signer"));
};

// Run one after another, at one bank and in one folder, as a newcomer follows them.
for (const protocol of ["http", "https"] as const) {
  describe(`guides over ${protocol}`, () => {
    let place: GuideFolder;
    before(async () => {
      place = new GuideFolder();
      await place.startBank(protocol);
      writeExampleFiles(place.path);
      if (!unsignable) writeTrustedList(place.path);
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
