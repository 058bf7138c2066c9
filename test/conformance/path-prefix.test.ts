import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank, aProductionBank } from "@varde/testkit/bank";
import { aPayment } from "@varde/testkit/payments";
import { callHeaders, finishSca, TestPsu } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawResponse } from "@varde/testkit/tpp";

const bank = await aBank({ bank: { pathPrefix: "/api" } });
after(() => bank.close());
const tpp = aTpp(bank);
// The OpenAPI document describes paths from /v1 on.
tpp.responsesAreDocumented = false;

describe("a bank with a path prefix before /v1", () => {
  test("END-01, RSP-15: serves its paths under the prefix, with links from /v1 on", async () => {
    const { status, json } = await tpp.send({ path: "/api/v1/sandbox/customers" });
    assert.equal(status, 200);
    assert.match(json[0]._links.self.href, /^\/v1\/sandbox\/customers\//);
  });

  test("END-01, RSP-15: says where the paths start when a link is followed unchanged", async () => {
    const response = await tpp.send({ path: "/v1/sandbox/customers" });
    assertRefused(response, { status: 404, code: "NOT_FOUND" });
    assert.match(response.json.tppMessages[0].text, / start with \/api\/v1\. Its links start at /);
  });

  test("RSP-19: names prefix and setting, whatever the client accepts", async () => {
    for (const path of ["/v1", "/v1?x=1", "/v1/accounts", "/api/api/v1/accounts"]) {
      for (const Accept of ["application/json", "text/html, image/gif, *; q=.2, */*; q=.2"]) {
        const response = await fetch(bank.addresses.http + path, { headers: { Accept } });
        assert.equal(response.status, 404, path);
        const { tppMessages } = (await response.json()) as RawResponse["json"];
        assert.match(tppMessages[0].text, /\/api\/v1.* Set linkForm to "with-prefix"/);
      }
    }
    const page = await fetch(`${bank.addresses.http}/none`, { headers: { Accept: "text/html" } });
    assert.match(await page.text(), /no page at this address/);
  });

  test("RSP-16: returns a Location with the prefix", async () => {
    const body = { customerNumber: "01417012345", name: "Ada", type: "PRIVATE" };
    const created = await tpp.send({ path: "/api/v1/sandbox/customers", body });
    assert.match(String(created.headers.location), /^\/api\/v1\/sandbox\/customers\/./);
    const read = await tpp.send({ path: String(created.headers.location) });
    assert.equal(read.status, 200, read.text);
  });

  test("VER-08: returns an absolute address of the successor", async () => {
    const headers = { "TPP-Redirect-URI": "https://tpp.example/back" };
    const response = await tpp.send({ method: "POST", path: "/api/v1/consents", headers });
    assert.match(String(response.headers.link), /^<\/api\/v1\/bank-offered-consents>/);
  });

  test("END-01: names its own address and prefix in the documents it serves", async () => {
    const read = async (path: string) => (await fetch(`${bank.addresses.http}${path}`)).text();
    const document = JSON.parse(await read("/docs/openapi.json"));
    assert.equal(document.servers[0].url, `${bank.addresses.http}/api`);
    const collection = JSON.parse(await read("/docs/varde.postman-collection.json"));
    assert.deepEqual(collection.variable.slice(0, 2), [
      { key: "bank", value: bank.addresses.http },
      { key: "pathPrefix", value: "/api" },
    ]);
    const page = await read("/docs/operations/listAccounts");
    assert.equal(page.split(`${bank.addresses.http}/api`).length - 1, 5, "one in each program");
  });

  test("serves health checks outside the interface, with GET and HEAD", async () => {
    for (const method of ["GET", "HEAD"]) {
      for (const path of ["/health/live", "/health/ready"]) {
        const response = await fetch(`${bank.addresses.http}${path}`, { method });
        assert.equal(response.status, 200, `${method} ${path}`);
      }
    }
  });
});

test("RSP-19: in production the 404 names the prefix and nothing else", async () => {
  await using production = await aProductionBank(bank, {
    pathPrefix: "/api",
    anchors: [bank.authority.certificate],
  });
  const response = await fetch(`${production.addresses.http}/v1/accounts`);
  const { tppMessages } = (await response.json()) as RawResponse["json"];
  assert.equal(response.status, 404);
  assert.match(tppMessages[0].text, / start with \/api\/v1\. Its links start at \/v1: append /);
  assert.doesNotMatch(tppMessages[0].text, /linkForm|Set /);
});

describe("a bank whose links contain the path prefix", () => {
  const prefixed = aBank({ bank: { pathPrefix: "/api", linkForm: "with-prefix" } });
  after(async () => (await prefixed).close());

  /** Lists the links of a response but scaRedirect, at every level. */
  const listLinks = (json: unknown): readonly string[] => {
    if (typeof json !== "object" || json === null) return [];
    return Object.entries(json).flatMap(([name, value]) => {
      if (name !== "_links") return listLinks(value);
      const links = Object.entries(value as Record<string, { href: string; verbs: string[] }>);
      return links.flatMap(([rel, { href, verbs }]) =>
        rel !== "scaRedirect" && verbs.includes("GET") ? [href] : [],
      );
    });
  };

  test("RSP-18: leads clients that resolve links like a browser to what they name", async () => {
    const tpp = aTpp(await prefixed);
    tpp.responsesAreDocumented = false;
    const start = { ...callHeaders(), "PSU-Context": "PRIVATE" };
    const asked = await tpp.send({ path: "/api/v1/accounts", headers: start });
    const returned = await finishSca(await prefixed, asked.json._links.scaRedirect.href);
    const psu = new TestPsu(await prefixed, tpp, returned);
    const pay = { path: "/api/v1/payments/norwegian-domestic-credit-transfers", body: aPayment() };
    const headers = { ...start, "X-Request-ID": "the-same-twice" };
    const created = await psu.send({ ...pay, headers });
    assert.equal(created.status, 201, created.text);
    assert.equal((await psu.send({ ...pay, headers })).text, created.text, "the stored response");
    assert.equal(created.headers.location, created.json._links.self.href);

    const seen = new Set<string>();
    const waiting = ["/api/v1/accounts", "/api/v1/sandbox/customers?withAgreements=true"];
    waiting.push(...listLinks(created.json), "/api/v1/card-accounts", "/api/v1/sandbox/accounts");
    for (let path = waiting.shift(); path !== undefined && seen.size < 60; path = waiting.shift()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const response = await psu.get(path);
      assert.ok(response.status < 400, `${path}: ${response.text}`);
      const links = listLinks(response.json);
      for (const link of links) assert.match(link, /^\/api\/v1\//);
      const base = `http://bank.example${path}`;
      waiting.push(...links.map((link) => new URL(link, base).href.replace(/^.*example/, "")));
    }
    assert.ok(seen.size > 30, `${seen.size} links were followed`);
  });

  test("RSP-19: says that links contain the prefix when a client adds it again", async () => {
    const response = await fetch(`${(await prefixed).addresses.http}/api/api/v1/accounts`);
    const { tppMessages } = (await response.json()) as RawResponse["json"];
    assert.match(tppMessages[0].text, /links contain the prefix: .* linkForm to "from-base"/);
  });
});
