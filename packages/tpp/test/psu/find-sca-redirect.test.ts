import assert from "node:assert/strict";
import { test } from "node:test";
import { findScaRedirect } from "../../src/index.ts";

const href = "https://bank.example/sca/1";

const responses: Record<string, unknown> = {
  "a link with verbs": { _links: { scaRedirect: { href, verbs: ["GET"] } } },
  "a bare address": { _links: { scaRedirect: href } },
  "an account in a list": { accounts: [{}, { _links: { scaRedirect: { href } } }] },
};
for (const [form, response] of Object.entries(responses)) {
  test(`SCA-02: finds the address as ${form}`, () => {
    assert.equal(findScaRedirect(response), href);
  });
}

const others: Record<string, unknown> = {
  nothing: undefined,
  null: null,
  "a text": href,
  "other links": { _links: { self: { href } } },
  "a link outside _links": { scaRedirect: { href } },
  "a script": { _links: { scaRedirect: { href: "javascript:alert(1)" } } },
  "a relative address": { _links: { scaRedirect: { href: "/sca/1" } } },
  "an error": new Error("no"),
};
for (const [form, response] of Object.entries(others)) {
  test(`finds no address in ${form}`, () => {
    assert.equal(findScaRedirect(response), undefined);
  });
}
