import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { missingPrograms } from "@varde/testkit/processes";
import type { AuthoritySource } from "../../src/authorities/authorities.ts";
import { openListAuthorities } from "../../src/trusted-list/list-authorities.ts";
import { readList } from "../../src/trusted-list/read-list.ts";
import { verifyList } from "../../src/trusted-list/verify-list.ts";
import { OpensslAuthority } from "../an-openssl-authority.ts";

const rsaSha1 = "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
const more = "http://www.w3.org/2001/04/xmldsig-more#";

describe("trusted lists signed by xmlsec1", {
  skip: missingPrograms(["openssl", "xmlsec"]),
}, () => {
  let pki: OpensslAuthority;
  before(() => {
    pki = new OpensslAuthority();
    const words = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=RSA signer"];
    const files = ["-keyout", pki.path("rsa.key"), "-out", pki.path("rsa.pem")];
    execFileSync("openssl", ["req", ...words, ...files], { stdio: "pipe" });
  });
  after(() => pki[Symbol.dispose]());

  const der = (name: string) => pki.pem(name).replace(/-----[^-]+-----|\s/g, "");
  const service = (type: string, status: string, name: string, inner = "") =>
    `<TSPService><ServiceInformation>
      <ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</ServiceTypeIdentifier>
      <ServiceDigitalIdentity><DigitalId><X509Certificate>${der(name)}</X509Certificate>
      </DigitalId></ServiceDigitalIdentity>
      <ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}</ServiceStatus>
      <StatusStartingTime>2020-01-01T00:00:00Z</StatusStartingTime>${inner}
    </ServiceInformation></TSPService>`;
  const uses = (...names: readonly string[]) =>
    `<ServiceInformationExtensions>${names
      .map(
        (name) => `<Extension Critical="true"><AdditionalServiceInformation>
          <URI>http://uri.etsi.org/TrstSvc/TrustedList/SvcInfoExt/${name}</URI>
        </AdditionalServiceInformation></Extension>`,
      )
      .join("")}</ServiceInformationExtensions>`;
  const address = (url: string) =>
    `<ServiceSupplyPoints><ServiceSupplyPoint>${url}</ServiceSupplyPoint></ServiceSupplyPoints>`;

  /** Lists the intermediate as granted, and the root as each test needs. */
  const services = (root = service("CA/QC", "withdrawn", "root", uses("ForeSeals"))) =>
    service("CA/QC", "granted", "intermediate", uses("ForeSeals")) +
    service("Certstatus/OCSP/QC", "granted", "root", address("http://ocsp.example/")) +
    service("Certstatus/CRL/QC", "granted", "root", address("http://crl.example/list")) +
    root;

  const sign = (
    content: string,
    { method = `${more}rsa-sha256`, key = "rsa", nextUpdate = "2040-01-01T00:00:00Z" } = {},
  ): Buffer => {
    const template = `<?xml version="1.0" encoding="UTF-8"?>
<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="list">
<SchemeInformation><NextUpdate><dateTime>${nextUpdate}</dateTime></NextUpdate></SchemeInformation>
<TrustServiceProviderList><TrustServiceProvider><TSPServices>${content}</TSPServices>
</TrustServiceProvider></TrustServiceProviderList>
<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>
<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>
<ds:SignatureMethod Algorithm="${method}"/><ds:Reference URI=""><ds:Transforms>
<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>
<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/></ds:Transforms>
<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/>
</ds:Reference></ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo/></ds:Signature>
</TrustServiceStatusList>`;
    writeFileSync(pki.path("template.xml"), template);
    const words = ["--sign", "--privkey-pem", pki.path(`${key}.key`)];
    const files = ["--output", pki.path("signed.xml"), pki.path("template.xml")];
    execFileSync("xmlsec1", [...words, ...files], { stdio: "pipe" });
    return readFileSync(pki.path("signed.xml"));
  };
  const readNames = (source: AuthoritySource, use: "seal" | "website" = "seal") =>
    source.read(use, Date.now()).anchors.map(({ commonName }) => commonName);

  test("counts granted services of the right type, and follows the file", async () => {
    const path = pki.path("list.xml");
    writeFileSync(path, sign(services()));
    const faults: Error[] = [];
    using source = await openListAuthorities(path, {
      signers: [pki.pem("root"), pki.pem("rsa")],
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
    writeFileSync(path, sign(services(service("CA/QC", "granted", "root", uses("ForeSeals")))));
    while (readNames(source).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(faults, []);
    writeFileSync(path, sign(services(), { nextUpdate: "2021-01-01T00:00:00Z" }));
    while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(readNames(source).length, 2, "the last good list stays in force");
  });

  test("does not count other types, other uses and a status that starts later", () => {
    const read = (root: string) =>
      readList(verifyList(sign(services(root)), [pki.pem("rsa")]), Date.now()).authorities.length;
    assert.equal(read(service("CA/QC", "granted", "root", uses("ForWebSiteAuthentication"))), 2);
    assert.equal(read(service("CA/PKC", "granted", "root", uses("ForeSeals"))), 1);
    assert.equal(read(service("CA/QC", "granted", "root", uses("ForeSignatures"))), 1);
    const later = service("CA/QC", "granted", "root", uses("ForeSeals"));
    assert.equal(read(later.replace("2020-01-01", "2039-01-01")), 1);
  });

  test("accepts ECDSA", () => {
    const bytes = sign(services(), { method: `${more}ecdsa-sha256`, key: "root" });
    assert.equal(verifyList(bytes, [pki.pem("root")]).localName, "TrustServiceStatusList");
  });

  test("refuses SHA-1, another signer, a change, a DOCTYPE and a second signature", () => {
    const good = sign(services()).toString();
    const refusals: readonly (readonly [string, string, RegExp])[] = [
      [sign(services(), { method: rsaSha1 }).toString(), "rsa", /not signed by one/],
      [good, "intermediate", /not signed by one/],
      [good.replace("withdrawn", "granted"), "rsa", /not signed by one/],
      [good.replace("?>", '?><!DOCTYPE a [<!ENTITY b "c">]>'), "rsa", /DOCTYPE/],
      [good.replace(/<ds:Signature .*<\/ds:Signature>/s, "$&$&"), "rsa", /2 signatures/],
      [good.replace(/<ds:Signature .*<\/ds:Signature>/s, ""), "rsa", /0 signatures/],
      [good.slice(0, -30), "rsa", /not well-formed/],
    ];
    for (const [xml, signer, reason] of refusals) {
      assert.throws(() => verifyList(Buffer.from(xml), [pki.pem(signer)]), reason);
    }
  });

  test("reads only what was signed when unsigned services are wrapped around it", () => {
    const good = sign(services()).toString();
    const extra = service("CA/QC", "granted", "root", uses("ForeSeals"));
    const wrapped = good.replace("<TSPServices>", `<TSPServices>${extra}`);
    assert.throws(() => verifyList(Buffer.from(wrapped), [pki.pem("rsa")]), /not signed by one/);
  });
});
