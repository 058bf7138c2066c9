import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

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
    assert.match(response.json.tppMessages[0].text, / start with \/api\/v1\.$/);
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
