import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { isInvalid, readCertificatePem } from "@varde/protocol";
import { loadServerSettings, startServer } from "@varde/server";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders, kari, PageBrowser } from "@varde/testkit/psu";
import { ServerFolder } from "@varde/testkit/server";
import { SigningProcess } from "@varde/testkit/signers";
import { RawTpp, TestAuthority } from "@varde/testkit/tpp";
import { CommandLine } from "./a-command-line.ts";

describe("commands on the database of a configuration file of varde serve", () => {
  const varde = new CommandLine();
  const folder = new ServerFolder();
  const seal = new TestAuthority("Seal CA").issue();
  folder.write("seal.key", seal.privateKeyPem);
  const sealFile = folder.write("seal.pem", seal.certificatePem);
  const keys = pooledRsaKeys();
  const responseSigner = { key: { file: "seal.key" }, certificate: "seal.pem" };
  const file = folder.configure({ dataFolder: "data", responseSigner });
  const ofBank = ["--production", "--config", file];
  after(() => {
    varde.close();
    folder[Symbol.dispose]();
  });

  before(async () => {
    const { addresses, close } = await startServer(loadServerSettings(file, {}));
    const tpp = new RawTpp(addresses.http ?? "", folder.tpp);
    const created = await tpp.send({
      path: ndct,
      body: aPayment(),
      headers: {
        ...callHeaders(),
        "PSU-Context": "PRIVATE",
      },
    });
    assert.equal(created.status, 201, created.text);
    const browser = new PageBrowser(addresses.http ?? "");
    await browser.open(new URL(created.json._links.scaRedirect.href).pathname);
    await browser.submit({ customerNumber: kari.customerNumber });
    await close();
  });

  test("varde audit verifies and searches it", async () => {
    const { entries, faults } = await varde.json("audit", "verify", ...ofBank);
    assert.deepEqual([entries, faults], [1, []]);
    const found = await varde.json("audit", "search", ...ofBank);
    assert.equal(found.operation, "createPayment");
  });

  test("varde audit verifies seals with the key of the file or of another process", async () => {
    const { signed, unsigned } = await varde.json("audit", "verify", ...ofBank);
    assert.ok(signed > 0);
    assert.equal(unsigned, 0);
    const certificate = readCertificatePem(seal.certificatePem);
    assert(!isInvalid(certificate));
    const key = createPrivateKey(seal.privateKeyPem);
    await using signing = await SigningProcess.start({ key, certificate });
    folder.configure({ dataFolder: "data", responseSigner: { socket: signing.socket } });
    const { faults } = await varde.json("audit", "verify", ...ofBank);
    assert.deepEqual(faults, []);
    await signing.end();
    const away = await varde.run("audit", "verify", ...ofBank);
    assert.equal(away.code, 1);
    assert.match(
      away.stderr,
      /The signer does not work: .*Name its certificate with --certificate/s,
    );
    const given = await varde.run("audit", "verify", ...ofBank, "--certificate", sealFile);
    assert.equal(given.code, 0, given.stdout + given.stderr);
    const other = folder.write(
      "other.pem",
      new TestAuthority("Other").issue({ keys }).certificatePem,
    );
    const wrong = await varde.run("audit", "verify", ...ofBank, "--certificate", other);
    assert.equal(wrong.code, 1);
    assert.match(wrong.stdout, /It is signed with the key \S+, which is not known/);
    folder.configure({ dataFolder: "data", responseSigner });
  });

  test("varde kpi reports its figures under its name", async () => {
    const today = new Date();
    const quarter = `${today.getUTCFullYear()}-Q${Math.floor(today.getUTCMonth() / 3) + 1}`;
    const words = ["--quarter", quarter, "--html", "kpi.html"];
    const { interfaces } = await varde.json("kpi", "report", ...words, ...ofBank);
    const requests = interfaces[0].days.map((day: { readonly requests?: number }) => day.requests);
    assert.equal(
      requests.reduce((sum: number, each = 0) => sum + each, 0),
      1,
    );
  });

  test("varde person finds nobody, and says so", async () => {
    const { code, stderr } = await varde.run("person", "export", "nobody", ...ofBank);
    assert.equal(code, 1);
    assert.match(stderr, /stores nothing about the person nobody/);
  });

  test("reports the faults of the file with their place", async () => {
    const faulty = folder.write("faulty.yaml", "bankId: a\nworkers: none\n");
    const { code, stderr } = await varde.run("audit", "verify", "--production", "--config", faulty);
    assert.equal(code, 1);
    assert.match(stderr, /faulty\.yaml line 2, column 1: workers must be a whole number/);
  });
});
