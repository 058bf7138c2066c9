import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import { atScale } from "@varde/testkit/rounds";
import {
  type ListedService,
  makeListSigner,
  OpensslAuthority,
  signList,
} from "@varde/testkit/trusted-lists";
import { openListAuthorities } from "../../src/trusted-list/list-authorities.ts";

/** A list of 2,300 services has 2.8 MB, like the largest national lists. */
const serviceCount = atScale({ slice: 300, long: 2_300 });

describe("A26: a large trusted list", { skip: missingPrograms(["openssl", "xmlsec"]) }, () => {
  test("is verified while the process continues to serve others", async () => {
    using pki = new OpensslAuthority();
    makeListSigner(pki, "signer");
    const granted: ListedService = {
      type: "CA/QC",
      certificatePem: pki.pem("intermediate"),
      uses: ["ForeSeals"],
    };
    const withdrawn: ListedService = {
      ...granted,
      certificatePem: pki.pem("root"),
      status: "withdrawn",
    };
    const path = pki.path("large.xml");
    const others = Array.from({ length: serviceCount }, () => withdrawn);
    writeFileSync(path, signList([granted, ...others], pki));
    let turns = 0;
    const turn = setInterval(() => {
      turns += 1;
    }, 1);
    const options = { signers: [pki.pem("signer")], onFault: (error: Error) => assert.fail(error) };
    using source = await openListAuthorities(path, options);
    clearInterval(turn);
    const { anchors } = source.read("seal", Date.now());
    assert.deepEqual(
      anchors.map(({ commonName }) => commonName),
      ["Issuing CA"],
    );
    // If the main thread verified the list, the event loop could not turn until it was done.
    assert(turns > 5, `the event loop turned ${turns} times`);
  });
});
