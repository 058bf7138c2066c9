import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const bank = await aBank({ bank: { pathPrefix: "/api" } });
after(() => bank.close());
const tpp = aTpp(bank);
// The document tells of paths from /v1 on.
tpp.answersAreDocumented = false;

describe("a bank whose paths have something before /v1", () => {
  test("END-01, RSP-15: it serves them there, and its links start at /v1", async () => {
    const { status, json } = await tpp.send({ path: "/api/v1/sandbox/customers" });
    assert.equal(status, 200);
    assert.match(json[0]._links.self.href, /^\/v1\/sandbox\/customers\//);
  });

  test("END-01, RSP-15: a link followed as it stands is told where the paths start", async () => {
    const answer = await tpp.send({ path: "/v1/sandbox/customers" });
    assertRefused(answer, { status: 404, code: "NOT_FOUND" });
    assert.match(answer.json.tppMessages[0].text, / start with \/api\/v1\.$/);
  });

  test("VER-08: the successor's address is a whole one", async () => {
    const headers = { "TPP-Redirect-URI": "https://tpp.example/back" };
    const answer = await tpp.send({ method: "POST", path: "/api/v1/consents", headers });
    assert.match(String(answer.headers.link), /^<\/api\/v1\/bank-offered-consents>/);
  });

  test("a watchman asks outside the interface, with GET or HEAD", async () => {
    for (const method of ["GET", "HEAD"]) {
      for (const path of ["/health/live", "/health/ready"]) {
        const answer = await fetch(`${bank.addresses.http}${path}`, { method });
        assert.equal(answer.status, 200, `${method} ${path}`);
      }
    }
  });
});
