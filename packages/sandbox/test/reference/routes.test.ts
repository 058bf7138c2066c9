import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { buildOpenApi, startBank, type TestBank } from "@varde/sandbox";

describe("the reference at /docs", () => {
  let bank: TestBank;
  before(async () => {
    bank = await startBank();
  });
  after(() => bank.close());
  const get = (path: string) => fetch(`${bank.addresses.http}${path}`);

  test("leads to a page for every operation, schema and error, and no link is dead", async () => {
    const seen = new Set<string>(["/docs"]);
    for (const path of seen) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      const text = await answer.text();
      if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
      for (const [, href = ""] of text.matchAll(/ href="([^"]+)"/g)) {
        assert.match(href, /^\/docs/, "everything comes from the bank itself");
        seen.add(href);
      }
    }
    const { paths, components } = buildOpenApi();
    const operations = Object.values(paths).flatMap((item) => Object.keys(item)).length;
    const listed = (prefix: string) => [...seen].filter((path) => path.startsWith(prefix)).length;
    assert.equal(listed("/docs/operations/"), operations);
    assert(listed("/docs/schemas/") >= Object.keys(components.schemas ?? {}).length - 5);
  });

  test("needs no script, lets none in, and shows values as text", async () => {
    const answer = await get("/docs/operations/createPayment.payments.NDCT");
    assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
    const text = await answer.text();
    assert.doesNotMatch(text, /<script|style="/);
    assert.match(text, /&quot;creditorName&quot;: &quot;Ola Bråten&quot;/);
  });

  test("serves the document, and 404 for a page that is not there", async () => {
    const document = await (await get("/docs/openapi.json")).json();
    assert.deepEqual(document, JSON.parse(JSON.stringify(buildOpenApi())));
    for (const path of ["/docs/schemas/constructor", "/docs/operations/x"]) {
      assert.equal((await get(path)).status, 404);
    }
  });
});
