import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { signWebhook } from "@varde/core-bank-http";
import { callHeaders } from "@varde/testkit/psu";
import { BanksFolder, type RecordedCoreBank, startRecordedCoreBank } from "@varde/testkit/server";
import { type PemIdentity, RawTpp, TestAuthority, tppName } from "@varde/testkit/tpp";
import { anInstallation, openConnection, type TestInstallation } from "./an-installation.ts";

const names = ["fjordvik", "heiane"] as const;
type BankName = (typeof names)[number];

test("A37: a webhook that another bank's core bank has signed is refused", async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(new BanksFolder([]));
  folder.configureHttpDefaults();
  const coreBanks = new Map<BankName, RecordedCoreBank>();
  const secretOf = (name: BankName) => `the webhook secret of ${name}`.padEnd(40, ".");
  for (const name of names) {
    const coreBank = stack.use(await startRecordedCoreBank());
    coreBanks.set(name, coreBank);
    folder.write(`banks/${name}.secret`, secretOf(name));
    const webhookSecret = { file: `${name}.secret` };
    const ofSqlite = { databaseUrl: undefined, dataFolder: `${name}/data` };
    folder.configureHttpBank(name, { url: coreBank.url, webhookSecret }, ofSqlite);
  }
  const installation = stack.use(await anInstallation(folder));
  const caller = new RawTpp(installation.addresses.http ?? "", folder.tpp);
  caller.responsesAreDocumented = false;
  const body = JSON.stringify({ worldId: "bank" });
  const push = async (to: BankName, signer: BankName) => {
    const signed = signWebhook(secretOf(signer), body, Date.now());
    const headers = { ...signed, Host: `${to}.example`, "Content-Type": "application/json" };
    return (await caller.exchange("POST", "/core-bank/outcomes", headers, body)).status;
  };
  const countQuestions = (name: BankName) =>
    coreBanks.get(name)?.calls.filter(({ path }) => path.includes("/outcomes")).length ?? 0;
  for (const name of names) {
    const other = name === "heiane" ? "fjordvik" : "heiane";
    const before = countQuestions(name);
    assert.equal(await push(name, other), 401);
    assert.equal(countQuestions(name), before, "a refused webhook must have no effect");
    assert.equal(await push(name, name), 204);
    assert.equal(countQuestions(name), before + 1);
  }
});

describe("A37: the client certificate of a connection counts at the bank of its SNI name", () => {
  const folder = new BanksFolder([]);
  const server = new TestAuthority("Server CA");
  const qwac = folder.authority.issue({
    subject: tppName("Fjordpay", "987654321"),
    qcType: "web",
  });
  const appOfHeiane = server.issue({ subject: tppName("App of Heiane") });
  let installation: TestInstallation;

  before(async () => {
    const { certificatePem, privateKeyPem } = server.issue();
    folder.write("banks/tls.key", privateKeyPem);
    folder.write("banks/tls.pem", certificatePem);
    const identity = { key: { file: "tls.key" }, certificate: "tls.pem" };
    folder.configureInstallation({ tls: { ...identity, port: 0, certificatePort: 0 } });
    const tokenSha256 = createHash("sha256").update("token of fjordvik").digest("hex");
    folder.configureBank("fjordvik", {
      clientCertificate: "required",
      ownChannels: [{ name: "app", scopes: ["consents:read"], tokenSha256 }],
    });
    const { raw } = new X509Certificate(appOfHeiane.certificatePem);
    const certificateSha256 = createHash("sha256").update(raw).digest("hex");
    const app = { name: "app", scopes: ["consents:read"], certificateSha256 };
    folder.configureBank("heiane", { ownChannels: [app] });
    installation = await anInstallation(folder);
  });
  after(async () => {
    await installation.close();
    folder[Symbol.dispose]();
  });

  interface Call {
    readonly serverName: BankName;
    readonly host: BankName;
    readonly client?: PemIdentity;
    /** By default the port that asks for certificates. */
    readonly address?: string | undefined;
  }

  /** Sends a request over TLS with a client certificate, and returns the status. */
  const send = async (
    { serverName, host, client, address = installation.addresses.certificates }: Call,
    path: string,
    headers: Readonly<Record<string, unknown>> = {},
  ) => {
    await using connection = await openConnection(address ?? "", {
      serverName: `${serverName}.example`,
      ...(client && { key: client.privateKeyPem, cert: client.certificatePem }),
    });
    const lines = Object.entries({ Host: `${host}.example`, ...headers });
    const { status } = await connection.send(
      `GET ${path} HTTP/1.1`,
      ...lines.map(([name, value]) => `${name}: ${value}`),
    );
    return status;
  };
  const callInterface = async (call: Call) => {
    const path = "/v1/user";
    const tpp = new RawTpp(installation.addresses.http ?? "", folder.tpp);
    const { headers } = await tpp.sign({ path, headers: callHeaders() });
    return send(call, path, headers);
  };

  test("a QWAC is needed, and is read on the port that asks for it only", async () => {
    const at = { serverName: "fjordvik", host: "fjordvik" } as const;
    // 401: the PSU has to log in, so the TPP was accepted.
    assert.equal(await callInterface({ ...at, client: qwac }), 401);
    assert.equal(await callInterface(at), 403);
    const { https: address } = installation.addresses;
    assert.equal(await callInterface({ ...at, client: qwac, address }), 403);
    // The other bank needs none.
    assert.equal(await callInterface({ serverName: "heiane", host: "heiane" }), 401);
  });

  test("a connection for one bank is misdirected at another, also with a valid QWAC", async () => {
    for (const client of [qwac, undefined]) {
      const more = client && { client };
      const there = { serverName: "heiane", host: "fjordvik", ...more } as const;
      assert.equal(await callInterface(there), 421);
      const back = { serverName: "fjordvik", host: "heiane", ...more } as const;
      assert.equal(await callInterface(back), 421);
    }
  });

  test("the certificate of a bank's app opens no channel of another bank", async () => {
    const path = "/own-channel/v1/consents?person=person-kari";
    const call = (serverName: BankName, host: BankName) =>
      send({ serverName, host, client: appOfHeiane }, path);
    assert.equal(await call("heiane", "heiane"), 200);
    assert.equal(await call("fjordvik", "fjordvik"), 401);
    assert.equal(await call("heiane", "fjordvik"), 421);
  });
});
