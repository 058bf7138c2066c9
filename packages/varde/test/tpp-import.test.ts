import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { makeSelfSigned } from "../src/identity/make-self-signed.ts";
import { CommandLine } from "./a-command-line.ts";

const newKeyPem = (): string =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  }).privateKey;

describe("varde tpp import", () => {
  let bank: TestBank;
  let varde: CommandLine;
  let own: { readonly certificate: string; readonly key: string };
  before(async () => {
    bank = await aBank();
    varde = new CommandLine(bank.addresses.http);
    own = await makeSelfSigned({
      name: "Egen TPP AS",
      organisationNumber: "310000026",
      roles: ["PSP_PI", "PSP_AI"],
    });
    write("seal.pem", own.certificate);
    write("seal.key", own.key);
    write("other.key", newKeyPem());
    write("text.txt", "hello");
    write("encrypted.key", "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII=\n");
    write("cut.key", own.key.slice(0, 300));
  });
  after(async () => {
    varde.close();
    await bank.close();
  });
  const write = (name: string, text: string) => writeFileSync(join(varde.folder, name), text);
  const read = (...names: readonly string[]) => readFileSync(join(varde.folder, ...names), "utf8");

  test("makes a TPP that can pay from one's own certificate and key", async () => {
    const words = ["tpp", "import", "seal.pem", "seal.key"];
    const { code, stdout, stderr } = await varde.run(...words);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, "");
    assert.match(stdout, /Egen TPP AS\n.*Roles +PSP_PI, PSP_AI\n.*Next: varde pay --help/s);
    const payment = ["--from", "99901010028", "--to", "99901010117", "--name", "Ola Bråten"];
    const approve = ["--amount", "4.00", "--approve", "03848420491"];
    assert.equal((await varde.json("pay", ...payment, ...approve)).transactionStatus, "ACSC");
    assert.equal(read(".varde-tpp", "key.pem"), own.key);
    const again = await varde.run(...words);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /key\.pem, .* exist already; nothing was overwritten/);
  });

  test("a folder with only a key and a certificate is named, and can be adopted", async () => {
    const folder = join(varde.folder, ".real");
    mkdirSync(folder);
    writeFileSync(join(folder, "certificate.pem"), own.certificate);
    writeFileSync(join(folder, "key.pem"), own.key);
    const status = await varde.run("status", "--tpp", ".real");
    assert.equal(status.code, 1);
    assert.match(status.stderr, /\.real.tpp\.json is missing\./);
    const made = await varde.run("tpp", "new", "--tpp", ".real");
    assert.equal(made.code, 1);
    for (const { stderr } of [status, made]) {
      const [, command = ""] = /\n {2}varde (tpp import .*)\n$/.exec(stderr) ?? [];
      assert.notEqual(command, "", stderr);
    }
    assert.equal(read(".real", "key.pem"), own.key);
    const [, command = ""] = /\n {2}varde (.*)\n$/.exec(status.stderr) ?? [];
    const adopted = await varde.run(...command.split(" "));
    assert.equal(adopted.code, 0, adopted.stderr);
    assert.equal(read(".real", "key.pem"), own.key);
    assert.equal((await varde.json("tpp", "show", "--tpp", ".real")).name, "Egen TPP AS");
  });

  test("a missing key or certificate is named", async () => {
    const folder = join(varde.folder, ".half");
    mkdirSync(folder);
    writeFileSync(join(folder, "certificate.pem"), own.certificate);
    const { stderr } = await varde.run("status", "--tpp", ".half");
    assert.match(stderr, /\.half.key\.pem and .*tpp\.json are missing/);
    const none = await varde.run("status", "--tpp", ".none");
    assert.match(
      none.stderr,
      /no certificate\.pem and no key\.pem\. .*\n {2}varde tpp new --tpp \.none\n/,
    );
  });

  const faults: readonly (readonly [string, RegExp])[] = [
    ["seal.pem other.key", /other\.key is not the key of seal\.pem/],
    ["seal.key seal.pem", /seal\.key is a key; give the certificate first/],
    ["seal.pem seal.pem", /seal\.pem is a certificate; give the certificate first/],
    ["text.txt seal.key", /text\.txt is not a certificate in PEM form/],
    ["seal.pem text.txt", /text\.txt is not a private key in PEM form/],
    ["seal.pem encrypted.key", /protected by a password; .*openssl pkey/],
    ["seal.pem cut.key", /cut\.key is damaged/],
    ["seal.pem nowhere.key", /cannot read nowhere\.key \(ENOENT\)/],
    ["seal.pem", /needs a certificate and a key/],
    ["seal.pem seal.key more", /unexpected argument "more"/],
  ];
  for (const [files, sentence] of faults) {
    test(`refuses ${files} and writes nothing`, async () => {
      const { code, stderr } = await varde.run(
        "tpp",
        "import",
        ...files.split(" "),
        "--tpp",
        ".no",
      );
      assert.notEqual(code, 0);
      assert.match(stderr, sentence);
      assert(!existsSync(join(varde.folder, ".no")), "a folder was made");
    });
  }

  test("says that a strict sandbox does not trust the certificate", async () => {
    await using strict = await aBank({ bank: { trust: "sandbox-ca" } });
    const words = ["--bank", strict.addresses.http, "--tpp", ".strict"];
    const { code, stderr } = await varde.run("tpp", "import", "seal.pem", "seal.key", ...words);
    assert.equal(code, 0);
    assert.match(stderr, /does not trust this certificate:\n {2}\S.*\n.*VARDE_TRUST=any/);
    assert.deepEqual(readdirSync(join(varde.folder, ".strict")).sort(), [
      ".gitignore",
      "certificate.pem",
      "key.pem",
      "tpp.json",
    ]);
  });

  test("asks no real bank, and says if a sandbox does not respond", async () => {
    const real = ["--bank", "https://bank.example", "--tpp", ".far"];
    const far = await varde.run("tpp", "import", "seal.pem", "seal.key", ...real);
    assert.equal(far.stderr, "");
    const away = ["--bank", "http://127.0.0.1:1", "--tpp", ".away"];
    const { code, stderr } = await varde.run("tpp", "import", "seal.pem", "seal.key", ...away);
    assert.equal(code, 0);
    assert.match(stderr, /did not respond, so it was not checked/);
  });
});
