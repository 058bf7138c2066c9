import assert from "node:assert/strict";
import { createHash, X509Certificate } from "node:crypto";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { after, before, describe, test } from "node:test";
import { describeOwnChannel, listEvents } from "@varde/bank";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPsu, kari } from "@varde/testkit/psu";
import { checkChannelResponse, expectRefusal } from "@varde/testkit/responses";
import { type PemIdentity, TestAuthority } from "@varde/testkit/tpp";

const sha256 = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");
const clientOfApp = new TestAuthority("Bank CA").issue({});
const clientOfOther = new TestAuthority("Other CA").issue({});
const ownChannels = [
  { name: "app", scopes: ["consents:read", "consents:revoke"], tokenSha256: sha256("app-token") },
  { name: "branch", scopes: ["consents:read"], tokenSha256: sha256("branch-token") },
  {
    name: "netbank",
    scopes: ["consents:read"],
    certificateSha256: sha256(new X509Certificate(clientOfApp.certificatePem).raw),
  },
] as const;

let bank: TestBank;
let personId = "";
before(async () => {
  bank = await aBank({ bank: { ownChannels } });
  await aPsu(bank);
  const [world] = await bank.listWorlds();
  const person = await bank.bank.psuDirectory.findPerson(world?.worldId ?? "", kari.customerNumber);
  personId = person?.personId ?? "";
});
after(() => bank.close());

const call = async (path: string, token?: string, method = "GET") => {
  const response = await fetch(`${bank.addresses.http}/own-channel/v1/consents${path}`, {
    method,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
  });
  const text = await response.text();
  const { status, headers } = response;
  const json = text === "" ? undefined : JSON.parse(text);
  checkChannelResponse(method, `/consents${path}`, { status, body: json });
  return { status, headers, text, json };
};

const listConsents = async () =>
  (await call(`?person=${personId}`, "app-token")).json.consents as readonly {
    consentId: string;
    accountIds: readonly string[];
  }[];

describe("the API of the bank's own channels", () => {
  test("lists the consents of a person, and the accesses with each", async () => {
    const psu = await aPsu(bank);
    const read = await psu.get("/v1/accounts/kari-current/balances");
    assert.equal(read.status, 200);
    const [consent] = await listConsents();
    assert(consent !== undefined);
    assert.ok(consent.accountIds.includes("kari-current"));
    // The access is recorded once its response was sent.
    for (;;) {
      await bank.bank.audit?.flush();
      const { json, status } = await call(
        `/${consent.consentId}/accesses?person=${personId}`,
        "branch-token",
      );
      assert.equal(status, 200);
      if (json.accesses.length === 0) continue;
      const [{ part, accountIds }] = json.accesses;
      assert.deepEqual({ part, accountIds }, { part: "balances", accountIds: ["kari-current"] });
      break;
    }
  });

  test("revokes one account, then the whole consent, and names the channel", async () => {
    const psu = await aPsu(bank);
    const [consent] = await listConsents();
    assert(consent !== undefined);
    const path = `/${consent.consentId}?person=${personId}`;
    const one = await call(`${path}&account=kari-current`, "app-token", "DELETE");
    assert.equal(one.status, 204, one.text);
    const read = await psu.get("/v1/accounts/kari-current/balances");
    expectRefusal(read, 403, "CONSENT_UNKNOWN");
    assert.equal((await call(path, "app-token", "DELETE")).status, 204);
    expectRefusal(await psu.get("/v1/accounts"), 401, "CONSENT_INVALID");
    const again = await call(path, "app-token", "DELETE");
    assert.equal(again.status, 404);
    assert.equal(again.json.title, "Nothing to revoke");
    const events = await bank.storage.read(() => listEvents(consent.consentId));
    assert.equal(events.at(-1)?.actor, "own-channel app");
  });

  test("refuses a caller without a token, with another token, or without the scope", async () => {
    const [none, wrong, unscoped] = [
      await call(`?person=${personId}`),
      await call(`?person=${personId}`, "guess"),
      await call(`/x?person=${personId}`, "branch-token", "DELETE"),
    ];
    assert.deepEqual([none.status, wrong.status, unscoped.status], [401, 401, 403]);
    assert.equal(none.headers.get("www-authenticate"), 'Bearer realm="own-channel"');
    assert.match(none.headers.get("content-type") ?? "", /^application\/problem\+json/);
    assert.match(unscoped.json.detail, /lacks the scope consents:revoke/);
  });

  test("says which parameter is missing or malformed", async () => {
    const cases = [
      ["", /person is missing/],
      [`?person=${personId}&person=x`, /person must be sent once/],
      [`?person=${personId}&world=none`, /There is no such world/],
    ] as const;
    for (const [query, detail] of cases) {
      assert.match((await call(query, "app-token")).json.detail, detail);
    }
    const limited = await call(`/x/accesses?person=${personId}&limit=0`, "app-token");
    assert.match(limited.json.detail, /limit must be a number from 1 to 500/);
    const documented = JSON.stringify(describeOwnChannel());
    assert.match(documented, /"name":"limit","in":"query"/);
  });

  test("does not exist if no channel is configured", async () => {
    await using other = await aBank();
    const response = await fetch(`${other.addresses.http}/own-channel/v1/consents?person=x`);
    assert.equal(response.status, 404);
  });

  test("accepts the client certificate of a channel on the connection, and no other", async () => {
    const { certificatePem, privateKeyPem } = new TestAuthority("Server CA").issue({});
    const server = bank.createTlsServer({ certificatePem, privateKeyPem });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    await using _server = { [Symbol.asyncDispose]: async () => void server.close() };
    const { port } = server.address() as AddressInfo;
    assert.equal(await getOverTls(port, clientOfApp), 200);
    assert.equal(await getOverTls(port, clientOfOther), 401);
    assert.equal(await getOverTls(port, undefined), 401);
  });
});

const getOverTls = (port: number, client: PemIdentity | undefined): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path: `/own-channel/v1/consents?person=${personId}`,
        agent: false,
        rejectUnauthorized: false,
        ...(client && { key: client.privateKeyPem, cert: client.certificatePem }),
      },
      (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      },
    );
    sent.on("error", reject).end();
  });
