import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import {
  formatService,
  type ListedService,
  type ListWish,
  makeListSigner,
  OpensslAuthority,
  signList,
} from "@varde/testkit/trusted-lists";
import type { AuthoritySource } from "../../src/authorities/authorities.ts";
import { openListAuthorities } from "../../src/trusted-list/list-authorities.ts";
import { readList } from "../../src/trusted-list/read-list.ts";
import { verifyList } from "../../src/trusted-list/verify-list.ts";

const rsaSha1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
const sha1 = "http://www.w3.org/2000/09/xmldsig#sha1";
const ecdsaSha256 = "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256";
const sha512 = "http://www.w3.org/2001/04/xmlenc#sha512";
const dayMs = 86_400_000;

describe("A26: trusted lists signed by xmlsec1", {
  skip: missingPrograms(["openssl", "xmlsec"]),
}, () => {
  let pki: OpensslAuthority;
  before(() => {
    pki = new OpensslAuthority();
    makeListSigner(pki, "signer");
  });
  after(() => pki[Symbol.dispose]());

  const root = (change: Partial<ListedService> = {}): ListedService => ({
    type: "CA/QC",
    certificatePem: pki.pem("root"),
    uses: ["ForeSeals"],
    ...change,
  });
  /** Lists the intermediate as granted, and the root as each test needs. */
  const services = (last = root({ status: "withdrawn" })): readonly ListedService[] => [
    root({ certificatePem: pki.pem("intermediate") }),
    root({ type: "Certstatus/OCSP/QC", uses: [], address: "http://ocsp.example/" }),
    root({ type: "Certstatus/CRL/QC", uses: [], address: "http://crl.example/list" }),
    last,
  ];
  const sign = (wish: ListWish = {}, listed = services()) => signList(listed, pki, wish);
  const verify = (bytes: Uint8Array, signer = "signer") =>
    verifyList(bytes, [pki.pem(signer)], Date.now());
  const readNames = (source: AuthoritySource, use: "seal" | "website" = "seal") =>
    source.read(use, Date.now()).anchors.map(({ commonName }) => commonName);

  test("counts granted services of the right type, and follows the file", async () => {
    const path = pki.path("list.xml");
    writeFileSync(path, sign());
    const faults: Error[] = [];
    using source = await openListAuthorities(path, {
      signers: [pki.pem("root"), pki.pem("signer")],
      pollMs: 20,
      onFault: (error) => faults.push(error),
    });
    assert.deepEqual(readNames(source), ["Issuing CA"]);
    assert.deepEqual(readNames(source, "website"), []);
    const { statusSources } = source.read("seal", Date.now());
    const [status] = statusSources;
    assert.deepEqual(
      [status?.ocsp, status?.crl],
      [["http://ocsp.example/"], ["http://crl.example/list"]],
    );
    assert.deepEqual(source.read("seal", Date.parse("2041-01-01")).anchors, [], "it has expired");
    writeFileSync(path, sign({}, services(root())));
    while (readNames(source).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(faults, []);
    writeFileSync(path, sign({ nextUpdate: "2021-01-01T00:00:00Z" }));
    while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(readNames(source).length, 2, "the last good list stays in force");
  });

  test("does not count other types, other uses and a status that starts later", () => {
    const count = (last: ListedService) =>
      readList(verify(sign({}, services(last))), Date.now()).authorities.length;
    assert.equal(count(root({ uses: ["ForWebSiteAuthentication"] })), 2);
    assert.equal(count(root({ type: "CA/PKC" })), 1);
    assert.equal(count(root({ uses: ["ForeSignatures"] })), 1);
    assert.equal(count(root({ since: "2039-01-01T00:00:00Z" })), 1);
  });

  test("accepts ECDSA, and a certificate that is named by its SHA-512", () => {
    for (const wish of [{ method: ecdsaSha256, signer: "root" }, { digestMethod: sha512 }]) {
      assert.equal(verify(sign(wish), wish.signer).localName, "TrustServiceStatusList");
    }
  });

  test("refuses SHA-1, another signer, a change, a DOCTYPE and a second signature", () => {
    const good = sign().toString();
    const refusals: readonly (readonly [string, string, RegExp])[] = [
      [sign({ method: rsaSha1 }).toString(), "signer", /not signed by one/],
      [good, "intermediate", /not signed by one/],
      [good.replace("withdrawn", "granted"), "signer", /not signed by one/],
      [good.replace("?>", '?><!DOCTYPE a [<!ENTITY b "c">]>'), "signer", /DOCTYPE/],
      [good.replace(/<ds:Signature .*<\/ds:Signature>/s, "$&$&"), "signer", /2 signatures/],
      [good.replace(/<ds:Signature .*<\/ds:Signature>/s, ""), "signer", /0 signatures/],
      [good.slice(0, -30), "signer", /not well-formed/],
    ];
    for (const [xml, signer, reason] of refusals) {
      assert.throws(() => verify(Buffer.from(xml), signer), reason);
    }
  });

  const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();
  const properties: Readonly<Record<string, readonly [() => ListWish, RegExp]>> = {
    "no signed properties": [() => ({ hasProperties: false }), /has no signed properties/],
    "properties outside the signature": [
      () => ({ signsProperties: false }),
      /has no signed properties/,
    ],
    "the certificate of another signer": [
      () => ({ namedPem: pki.pem("root") }),
      /SigningCertificate is not the certificate that verifies/,
    ],
    "a certificate named by its SHA-1": [
      () => ({ digestMethod: sha1 }),
      /SigningCertificate is not the certificate that verifies/,
    ],
    "a signing time in the future": [
      () => ({ signingTime: fromNow(dayMs) }),
      /SigningTime is in the future/,
    ],
    "a signing time before the signer's certificate": [
      () => ({ signingTime: fromNow(-dayMs) }),
      /SigningTime is outside the validity/,
    ],
    "a signing time that is not one": [() => ({ signingTime: "today" }), /no SigningTime/],
  };
  for (const [what, [wish, reason]] of Object.entries(properties)) {
    test(`refuses a signature with ${what}`, () => {
      assert.throws(() => verify(sign(wish())), reason);
    });
  }

  test("refuses another certificate of the same key", () => {
    const files = ["-key", pki.path("signer.key"), "-out", pki.path("twin.pem")];
    execFileSync("openssl", ["req", "-x509", "-subj", "/CN=Twin", ...files], { stdio: "pipe" });
    assert.throws(() => verify(sign(), "twin"), /not the certificate that verifies/);
  });

  test("A36: reads only what was signed, however unsigned services are wrapped around it", () => {
    const good = sign().toString();
    const [signature = ""] = /<ds:Signature .*<\/ds:Signature>/s.exec(good) ?? [];
    const content = good.replace(/^<\?xml[^>]*\?>/, "");
    const bare = content.replace(signature, "");
    const forged = bare.replace("<TSPServices>", `<TSPServices>${formatService(root())}`);
    const end = "</TrustServiceStatusList>";
    const addTo = (list: string, more: string) => list.replace(end, () => more + end);
    const wrappings = {
      "a service beside the others": addTo(forged, signature),
      "the signed list inside a forged one": addTo(forged, bare + signature),
      "the whole signed list inside a forged one, signed once": addTo(forged, content + signature),
      "the signed list in an object of the signature": addTo(
        forged,
        signature.replace("</ds:Signature>", `<ds:Object>${bare}</ds:Object></ds:Signature>`),
      ),
      "a forged list in an object of the signature": addTo(
        bare,
        signature.replace("</ds:Signature>", `<ds:Object>${forged}</ds:Object></ds:Signature>`),
      ),
      "a root around both": `<a>${forged}${bare}${signature}</a>`,
      "properties with the same id": addTo(
        bare,
        signature.replace("<ds:Object>", '<ds:Object><a Id="properties"/></ds:Object><ds:Object>'),
      ),
      "a reference to a forged part": addTo(
        forged.replace("<TSPServices>", '<TSPServices Id="forged">'),
        signature.replace('URI=""', 'URI="#forged"'),
      ),
      "a comment inside a value": good.replace("withdrawn", "gran<!-- -->ted<!-- -->"),
    };
    const read = (xml: string) => String(verify(Buffer.from(xml)));
    const expected = read(good);
    for (const [what, xml] of Object.entries(wrappings)) {
      let result: string | undefined;
      try {
        result = read(xml);
      } catch (error) {
        assert(error instanceof Error);
      }
      assert.ok(result === undefined || result === expected, `${what} was read`);
    }
  });
});
