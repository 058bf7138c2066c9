import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missingPrograms } from "@varde/testkit/processes";
import { writeExampleFiles } from "@varde/testkit/server";
import { makeListSigner, OpensslAuthority, signList } from "@varde/testkit/trusted-lists";
import { firstGuide, type GuideBlock, guidesFolder } from "./guide.ts";

/** The guides that continue where the first one ends. */
export const otherGuides = readdirSync(guidesFolder).filter(
  (name) => name.endsWith(".md") && name !== firstGuide,
);

const unsignable = missingPrograms(["openssl", "xmlsec"]);

/** Returns why a block cannot be followed on this machine, or false. */
export const lacksPrograms = ({ code }: GuideBlock): string | false =>
  /\btrustedLists\b/.test(code) && unsignable;

/** Writes the files that guides name and a reader has: certificates, keys, a trusted list. */
export const writeFilesOfGuides = (folder: string): void => {
  writeExampleFiles(folder);
  if (!unsignable) writeTrustedList(folder);
};

/** Writes the trusted list that the production guide names, signed by a body that it pins. */
const writeTrustedList = (folder: string) => {
  using pki = new OpensslAuthority();
  makeListSigner(pki, "signer");
  const certificatePem = pki.pem("intermediate");
  const list = signList([{ type: "CA/QC", certificatePem, uses: ["ForeSeals"] }], pki);
  writeFileSync(join(folder, "no.xml"), list);
  writeFileSync(join(folder, "nkom.pem"), pki.pem("signer"));
};
