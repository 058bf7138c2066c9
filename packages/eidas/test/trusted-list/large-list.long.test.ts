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

/** 2,300 services are 2.8 MB, as the largest national lists have. */
const servicesMax = atScale({ slice: 300, long: 2_300 });

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
    const others = Array.from({ length: servicesMax }, () => withdrawn);
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
    // On the main thread there would be no turn between the read file and its result.
    assert(turns > 5, `the event loop turned ${turns} times`);
  });
});
