import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aPayment, ndct } from "@varde/testkit/payments";
import { type FreshDatabase, freshDatabase } from "@varde/testkit/postgres";
import { type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { PageBrowser, redirectUri } from "@varde/testkit/psu";
import { RawTpp } from "@varde/testkit/tpp";

const { kari, ola } = dataSet.people;
const toOla = {
  creditorName: ola.name,
  creditorAccount: { bban: ola.current.bban, currency: "NOK" },
};

/** Two servers as started by `npm start`, on one PostgreSQL and with one set of keys. */
describe("two server processes on one database", () => {
  let database: FreshDatabase;
  let dataFolder: string;
  let servers: readonly SandboxProcess[] = [];
  let one: string;
  let other: string;
  let identity: { readonly certificatePem: string; readonly privateKeyPem: string };
  before(async () => {
    database = await freshDatabase();
    dataFolder = mkdtempSync(join(tmpdir(), "varde-two-"));
    const place = { VARDE_DATA: dataFolder, DATABASE_URL: database.url };
    servers = [spawnSandbox(place)];
    one = (await servers[0]?.ready) ?? "";
    servers = [...servers, spawnSandbox(place)];
    other = (await servers[1]?.ready) ?? "";
    identity = await control(one, "POST", "/tpp-certificates", {});
  });
  after(async () => {
    assert.deepEqual(await Promise.all(servers.map((server) => server.stop())), [0, 0]);
    await database.drop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const call = (
    base: string,
    request: {
      readonly method?: string;
      readonly path: string;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string | undefined>>;
    },
  ) =>
    new RawTpp(base, identity).send({
      ...request,
      headers: {
        "x-accept-fix": "amount-as-string",
        "TPP-Redirect-URI": redirectUri,
        "PSU-IP-Address": "192.0.2.1",
        ...request.headers,
      },
    });

  /** Requests the accounts on one server, grants them on the other, and returns the PSU-ID. */
  const grantAccounts = async (customerNumber: string): Promise<string> => {
    const asked = await call(one, { path: "/v1/accounts" });
    assert.equal(asked.status, 401, asked.text);
    const scaRedirect = asked.json._links.scaRedirect.href;
    const wish = { scaRedirect, customerNumber, context: "PRIVATE", decision: "approve" };
    const { redirect } = await control(other, "POST", "/sca", wish);
    return new URL(redirect).searchParams.get("psu-id") ?? "";
  };

  test("completes an SCA on alternating servers, page by page", async () => {
    assert.notEqual(one, other);
    const sessionId = randomUUID();
    const headers = { "TPP-Session-ID": sessionId, "PSU-Context": "PRIVATE" };
    const created = await call(one, { path: ndct, body: aPayment(toOla), headers });
    assert.equal(created.status, 201, created.text);
    const path = new URL(created.json._links.scaRedirect.href).pathname;
    const browser = new PageBrowser(other);
    await browser.open(`${path}?lang=en`);
    assert.equal(browser.status, 200);
    await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
    browser.moveTo(one);
    await browser.open(`${path}?lang=en`);
    assert.match(browser.page, /Approve the payment/);
    browser.moveTo(other);
    await browser.submit({ decision: "approve" });
    const psuId = /psu-id=([0-9a-f-]{36})/.exec(browser.page)?.[1] ?? "";
    const status = await call(one, { path: `${ndct}/${created.json.paymentId}/status` });
    assert.equal(status.json.transactionStatus, "ACSC");
    for (const base of [one, other]) {
      const known = { "PSU-ID": psuId, "TPP-Session-ID": sessionId };
      const user = await call(base, { path: "/v1/user", headers: known });
      assert.equal(user.status, 200, user.text);
      const used = new PageBrowser(base);
      await used.open(path);
      assert.equal(used.status, 410, "the link has been used on both");
    }
  });

  test("LIM-07: leaves one session when SCAs of one PSU complete on both at once", async () => {
    const sessionIds = Array.from({ length: 4 }, () => randomUUID());
    const links = await Promise.all(
      sessionIds.map(async (sessionId) => {
        const headers = { "TPP-Session-ID": sessionId };
        const asked = await call(one, { path: "/v1/user", headers });
        return asked.json._links.scaRedirect.href as string;
      }),
    );
    const ended = await Promise.all(
      links.map((scaRedirect, at) =>
        control(at % 2 === 0 ? one : other, "POST", "/sca", {
          scaRedirect,
          customerNumber: ola.customerNumber,
          context: "PRIVATE",
          decision: "approve",
        }),
      ),
    );
    const psuId = new URL(ended[0].redirect).searchParams.get("psu-id") ?? "";
    const users = await Promise.all(
      sessionIds.map((sessionId) =>
        call(other, {
          path: "/v1/user",
          headers: { "PSU-ID": psuId, "TPP-Session-ID": sessionId },
        }),
      ),
    );
    assert.deepEqual(users.map(({ status }) => status).toSorted(), [200, 401, 401, 401]);
  });

  test("counts wrong identifications of both servers together", async () => {
    const headers = { "TPP-Session-ID": randomUUID(), "PSU-Context": "PRIVATE" };
    const created = await call(one, { path: ndct, body: aPayment(toOla), headers });
    const path = new URL(created.json._links.scaRedirect.href).pathname;
    const browser = new PageBrowser(one);
    await browser.open(`${path}?lang=en`);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      browser.moveTo(attempt % 2 === 0 ? one : other);
      await browser.submit({ customerNumber: "10915596784", decision: "continue" });
    }
    assert.match(browser.page, /code=PSU_CREDENTIALS_INVALID/);
  });

  test("approves on one server what waits in the app of the other", async () => {
    const sessionId = randomUUID();
    const single = { "TPP-Session-ID": sessionId, "PSU-Context": "PRIVATE" };
    const first = await call(one, { path: ndct, body: aPayment(toOla), headers: single });
    const path = new URL(first.json._links.scaRedirect.href).pathname;
    const browser = new PageBrowser(one);
    await browser.open(`${path}?lang=en`);
    await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
    await browser.submit({ decision: "approve" });
    const psuId = /psu-id=([0-9a-f-]{36})/.exec(browser.page)?.[1] ?? "";
    const headers = {
      "TPP-Session-ID": sessionId,
      "PSU-ID": psuId,
      "TPP-Redirect-Preferred": "false",
    };
    const second = await call(other, { path: ndct, body: aPayment(toOla), headers });
    const href = second.json._links.startAuthorisation.href;
    const started = await call(one, { method: "POST", path: href, headers });
    assert.equal(started.status, 201, started.text);
    const phone = new PageBrowser(other);
    await phone.open("/app?lang=en");
    await phone.submit({ customerNumber: kari.customerNumber, decision: "continue" });
    await phone.submit({ decision: "approve" }, started.json.authorisationId);
    assert.match(phone.page, /Approved\./);
    const read = await call(one, { path: started.json._links.scaStatus.href });
    assert.equal(read.json.scaStatus, "finalised");
    const status = await call(one, { path: `${ndct}/${second.json.paymentId}/status` });
    assert.equal(status.json.transactionStatus, "ACSC");
  });

  test("LIM-09, LIM-11: applies the limit and its edge across both servers", async () => {
    const psuId = await grantAccounts(ola.customerNumber);
    const startedAt = Math.ceil(Date.now() / 1_000) * 1_000;
    const standAt = (at: number, on: string) =>
      control(on, "PUT", "/clock", { now: new Date(at).toISOString(), motion: "fixed" });
    const read = (base: string, what: string) =>
      call(base, {
        path: `/v1/accounts/${ola.current.accountId}/${what}`,
        headers: { "PSU-ID": psuId, "PSU-IP-Address": undefined },
      });
    for (const what of ["balances", "transactions"]) {
      await standAt(startedAt, one);
      assert.equal((await read(one, what)).headers["ratelimit-remaining"], "3");
      await standAt(startedAt + hourMs, other);
      assert.equal((await read(other, what)).headers["ratelimit-remaining"], "2");
      // Eight concurrent calls for two that are left.
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, at) => read(at % 2 === 0 ? one : other, what)),
      );
      const statuses = responses.map(({ status }) => status).toSorted();
      assert.deepEqual(statuses, [200, 200, ...Array(6).fill(429)]);
      for (const base of [one, other]) {
        const fifth = await read(base, what);
        assert.equal(fifth.status, 429, fifth.text);
        assert.equal(fifth.json.tppMessages[0].code, "ACCESS_EXCEEDED");
        assert.equal(fifth.headers["retry-after"], String(23 * 3_600));
      }
      await standAt(startedAt + 24 * hourMs - 1_000, one);
      for (const base of [one, other]) {
        const early = await read(base, what);
        assert.equal(early.status, 429, early.text);
        assert.equal(early.headers["retry-after"], "1");
      }
      await standAt(startedAt + 24 * hourMs, other);
      assert.equal((await read(one, what)).status, 200);
      assert.equal((await read(other, what)).status, 429, "the second call still counts");
      await standAt(startedAt + 25 * hourMs, one);
      assert.equal((await read(other, what)).status, 200);
    }
    await control(one, "DELETE", "/clock");
  });

  test("forgets the PSU-ID of a deleted customer on both servers", async () => {
    const customer = { customerNumber: "15819000066", type: "PRIVATE", name: "Siri Test" };
    const created = await call(one, { path: "/v1/sandbox/customers", body: customer });
    assert.equal(created.status, 201, created.text);
    const psuId = await grantAccounts(customer.customerNumber);
    const refusal = async (base: string) => {
      const response = await call(base, { path: "/v1/accounts", headers: { "PSU-ID": psuId } });
      return response.json.tppMessages[0].code;
    };
    // The PSU is known, but has no accounts.
    for (const base of [one, other]) assert.equal(await refusal(base), "CONSENT_INVALID");
    const self = `/v1/sandbox/customers/${created.json.customerId}`;
    const deleted = await call(one, { method: "DELETE", path: self });
    assert.equal(deleted.status, 204, deleted.text);
    for (const base of [other, one]) {
      assert.equal(await refusal(base), "PSU_CREDENTIALS_INVALID");
    }
  });
});

const hourMs = 60 * 60_000;

const control = async (
  base: string,
  method: string,
  path: string,
  body?: object,
): // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank returned
Promise<any> => {
  const response = await fetch(`${base}/control/v1${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert(response.ok, text);
  return text === "" ? undefined : JSON.parse(text);
};
