import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
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
describe("guides", () => {
  let bank: TestBank;
  let place: GuideFolder;
  before(async () => {
    bank = await aBank();
    place = new GuideFolder(bank.addresses.http);
    writeExampleFiles(place.path);
    if (!unsignable) writeTrustedList(place.path);
    await followGuide(firstGuide, place);
  });
  after(async () => {
    place.close();
    await bank.close();
  });

  for (const name of otherGuides) {
    test(`${name} does what it shows`, async (t) => {
      for (const reason of await followGuide(name, place, lacksPrograms)) t.diagnostic(reason);
    });
  }
});
