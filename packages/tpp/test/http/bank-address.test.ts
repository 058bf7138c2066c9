import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBankAddress } from "../../src/http/bank-address.ts";

const prefixes = [
  ["https://bank.example", undefined, ""],
  ["https://bank.example/", "", ""],
  ["https://bank.example/api", undefined, "/api"],
  ["https://bank.example/api/", undefined, "/api"],
  ["https://bank.example", "/api-sandbox", "/api-sandbox"],
  ["https://bank.example/open", "banking/", "/open/banking"],
] as const;
for (const [baseUrl, pathPrefix, prefix] of prefixes) {
  test(`builds targets under ${prefix}/v1 for ${baseUrl} with prefix ${pathPrefix}`, () => {
    const address = parseBankAddress(baseUrl, pathPrefix);
    assert.equal(address.buildTarget("/v1/accounts"), `${prefix}/v1/accounts`);
  });
}

test("omits undefined query parameters and escapes the others", () => {
  const address = parseBankAddress("https://bank.example");
  const query = {
    dateFrom: "2026-01-01",
    limit: 5,
    withBalance: false,
    note: "a b&c",
    x: undefined,
  };
  assert.equal(
    address.buildTarget("/v1/accounts", query),
    "/v1/accounts?dateFrom=2026-01-01&limit=5&withBalance=false&note=a+b%26c",
  );
});

const from = "/api/v1/accounts/1/transactions";
const links = [
  ["/v1/accounts/1/transactions?offset=200", "/api/v1/accounts/1/transactions?offset=200"],
  ["/api/v1/accounts/1/transactions?offset=200", "/api/v1/accounts/1/transactions?offset=200"],
  ["https://bank.example/api/v1/a?x=1", "/api/v1/a?x=1"],
  ["?offset=200", "/api/v1/accounts/1/transactions?offset=200"],
] as const;
for (const [href, target] of links) {
  test(`resolves the link ${href} to ${target}`, () => {
    const address = parseBankAddress("https://bank.example/api");
    assert.equal(address.resolveLink(href, from), target);
  });
}

for (const href of [
  "https://evil.example/v1/a",
  "//evil.example/v1/a",
  "http://bank.example/v1/a",
]) {
  test(`refuses the link ${href} to another host`, () => {
    const address = parseBankAddress("https://bank.example/api");
    assert.throws(
      () => address.resolveLink(href, from),
      /leads to another host than https:\/\/bank\.example/,
    );
  });
}
