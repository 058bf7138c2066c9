import assert from "node:assert/strict";
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  attributeOids,
  basicConstraintsExtension,
  formatCertificatePem,
  issueCertificate,
  keyUsageExtension,
  type NameInput,
  subjectAltNameExtension,
} from "@varde/protocol";
import { type RunningSandbox, readSettings, startSandbox } from "@varde/sandbox";
import { listenLocally } from "@varde/testkit/processes";
import { CommandLine } from "./a-command-line.ts";

const dayMs = 86_400_000;

interface Issued {
  readonly pem: string;
  readonly key: KeyObject;
  readonly name: NameInput;
}

/** Issues a certificate; without an issuer, it is its own authority. */
const issue = (
  commonName: string,
  { issuer, fromDays = -2, toDays = 2 }: { issuer?: Issued; fromDays?: number; toDays?: number },
): Issued => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const name: NameInput = [[attributeOids.commonName, commonName]];
  const der = issueCertificate({
    serialNumber: 7n,
    issuer: issuer?.name ?? name,
    subject: name,
    notBefore: Date.now() + fromDays * dayMs,
    notAfter: Date.now() + toDays * dayMs,
    publicKey,
    signingKey: issuer?.key ?? privateKey,
    extensions: [
      basicConstraintsExtension(issuer === undefined),
      keyUsageExtension(issuer === undefined ? ["keyCertSign"] : ["digitalSignature"]),
      ...(issuer === undefined ? [] : [subjectAltNameExtension([commonName])]),
    ],
  });
  return { pem: formatCertificatePem(der), key: privateKey, name };
};

describe("https from the command line", () => {
  const opened = new AsyncDisposableStack();
  const varde = opened.adopt(new CommandLine(), (one) => one.close());
  const authority = issue("Ukjent CA", {});
  let sandbox: RunningSandbox;
  let https = "";
  let http = "";
  before(async () => {
    const settings = { PORT: "0", HTTPS_PORT: "0", VARDE_DATA: join(varde.folder, "elsewhere") };
    sandbox = await startSandbox(readSettings({ ...settings, VARDE_LOG: "none" }));
    opened.defer(sandbox.close);
    http = sandbox.addresses.http;
    https = sandbox.addresses.https ?? "";
    writeFileSync(join(varde.folder, "ca.pem"), authority.pem);
    await varde.json("tpp", "new", "--bank", http);
  });
  after(() => opened.disposeAsync());

  /** Starts a server with a certificate of the unknown authority. */
  const aServer = async (host: string, days: { fromDays?: number; toDays?: number } = {}) => {
    const { pem, key } = issue(host, { issuer: authority, ...days });
    const options = { cert: pem, key: key.export({ type: "pkcs8", format: "pem" }) };
    const server = createServer(options, (_request, response) => response.writeHead(404).end());
    return opened.use(await listenLocally(server, "https")).url;
  };

  /** Asserts that commands of the control API and of the TPP name the fault in the same words. */
  const assertNamed = async (words: readonly string[], sentence: RegExp): Promise<void> => {
    for (const command of [["clock"], ["status", "x"], ["tpp", "list"]]) {
      const { code, stderr } = await varde.run(...command, ...words, "--timeout", "10s");
      assert.equal(code, 3, stderr);
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /Is the bank running/);
      const json = await varde.run(...command, ...words, "--json");
      assert.equal(JSON.parse(json.stdout).error.kind, "tls");
    }
  };

  test("trusts the sandbox that made the TPP, in every kind of command", async () => {
    assert.equal((await varde.json("clock", "--bank", https)).motion, "running");
    const words = ["--bank", https, "--approve", "03848420491"];
    assert.equal((await varde.json("accounts", ...words)).accounts.length, 2);
    const payment = ["--from", "99901010028", "--to", "99901010117", "--name", "Ola Bråten"];
    const paid = await varde.json("pay", ...payment, "--amount", "3.00", ...words);
    assert.equal(paid.transactionStatus, "ACSC");
    const logs = await varde.run("logs", "--bank", https);
    assert.match(logs.stdout, /createPayment/);
  });

  test("trusts the sandbox that was started in this folder, without any option", async () => {
    cpSync(join(varde.folder, "elsewhere"), join(varde.folder, ".varde"), { recursive: true });
    const { bank } = await varde.json("tpp", "new", "--bank", https, "--tpp", ".first");
    assert.equal(bank, https);
    rmSync(join(varde.folder, ".varde"), { recursive: true });
    assert.equal((await varde.json("clock", "--tpp", ".first")).motion, "running");
  });

  test("stores the authority of --ca in the folder of a new TPP", async () => {
    const words = ["--bank", https, "--tpp", ".own", "--ca", ".varde-tpp/sandbox-ca.pem"];
    await varde.json("tpp", "new", "--self-signed", ...words);
    assert.equal((await varde.json("clock", "--tpp", ".own")).motion, "running");
  });

  test("names an issuer that is not trusted, and --ca", async () => {
    const server = await aServer("127.0.0.1");
    const sentence = /issued by Ukjent CA, which is not trusted\.\n.*--ca FILE/;
    await assertNamed(["--bank", server], sentence);
    const { code, stdout, stderr } = await varde.run(
      "tpp",
      "list",
      "--bank",
      server,
      "--ca",
      "ca.pem",
    );
    assert.equal(code, 1, stdout);
    assert.match(stderr, /not a Varde sandbox/);
    const wrong = await varde.run("clock", "--bank", server, "--ca", ".varde-tpp/tpp.json");
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--ca \.varde-tpp\/tpp\.json has no certificate in PEM form/);
  });

  test("names the hosts of a certificate for another host", async () => {
    const server = await aServer("bank.example");
    const sentence = /is for bank\.example, not for 127\.0\.0\.1\.\n.*--bank/;
    await assertNamed(["--bank", server, "--ca", "ca.pem"], sentence);
  });

  test("names the day on which a certificate expired or begins", async () => {
    const old = await aServer("127.0.0.1", { fromDays: -20, toDays: -10 });
    const day = new Date(Date.now() - 10 * dayMs).toISOString().slice(0, 10);
    const expired = new RegExp(`expired on ${day}T.*\\n.*started again.*clock of this machine`);
    await assertNamed(["--bank", old, "--ca", "ca.pem"], expired);
    const early = await aServer("127.0.0.1", { fromDays: 10, toDays: 20 });
    await assertNamed(["--bank", early, "--ca", "ca.pem"], /is valid from .*\n.*clock/);
  });

  test("names https on a port of plain http, and the address to use", async () => {
    const wrong = http.replace("http:", "https:");
    const sentence = new RegExp(`speaks plain http, not https\\.\\nUse --bank ${http}\\n`);
    await assertNamed(["--bank", wrong], sentence);
    const other = createHttpServer((_request, response) => response.end());
    const { url } = opened.use(await listenLocally(other));
    await assertNamed(["--bank", url.replace("http:", "https:")], /speaks plain http/);
  });

  test("names plain http on a port of https, and the address to use", async () => {
    const wrong = https.replace("https:", "http:");
    const sentence = new RegExp(`speaks https, not plain http\\.\\nUse --bank ${https}\\n`);
    await assertNamed(["--bank", wrong], sentence);
  });
});
