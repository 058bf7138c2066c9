import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { listSiteFiles } from "@varde/sandbox/documentation";

interface Section {
  readonly address: string;
  readonly id: string;
  readonly text: string;
}

interface Search {
  prepareSections(index: unknown): readonly Section[];
  rankSections(sections: readonly Section[], question: string): readonly Section[];
}

// Browser code has no types.
const module = new URL("../../../browser/rank-sections.js", import.meta.url).href;
const { prepareSections, rankSections } = (await import(module)) as Search;
const index = [...listSiteFiles()].find(({ path }) => path === "files/search-index.json");
assert(index !== undefined);
const sections = prepareSections(JSON.parse(index.text));

const indexBytesMax = 110_000;

test(`the index of the search has at most ${indexBytesMax} compressed bytes`, () => {
  assert(gzipSync(index.text).length <= indexBytesMax);
});

/** Questions of TPP developers and of engineers of a bank, where the answer is, and words of it. */
const questions = [
  ["which headers are signed?", "guides/signing.html", /PSU-Corporate-ID/],
  ["how do I test an expired consent?", "concepts/consent.html", /varde consents expire/],
  ["what does ACWP mean?", "concepts/payment-status.html", /correspondent bank abroad/],
  ["how long is an SCA valid?", "concepts/sca.html", /One hour/],
  ["how many calls are left without the PSU?", "reference/response-headers.html", /Remaining/],
  ["can I cancel a payment?", "concepts/payment-status.html", /PDNG/],
  ["which customer number does Kari have?", "reference/data-set.html", /03848420491/],
  ["two people must approve a company payment", "guides/corporate.html", /Sunniva/],
  ["what is keyId?", "guides/signing.html", /serial number/],
  [
    "is it safe to retry a payment after a timeout?",
    "concepts/payment-status.html",
    /X-Request-ID/,
  ],
  ["how do I get a PSU-ID?", "concepts/sca.html", /psu-id/],
  ["429 ACCESS_EXCEEDED", "errors.html", /24 hours/],
  ["difference between banks path prefix", "guides/what-differs-between-banks.html", /\/api/],
  ["test an app with several banks", "guides/several-banks.html", /--banks 3/],
  ["how to move the clock", "guides/first-payment.html", /varde clock/],
  ["how long does a consent last?", "concepts/consent.html", /180 days/],
  ["how do I see why a signature failed?", "guides/signing.html", /Varde-Explain/],
  ["how do I pay from a company account?", "guides/corporate.html", /context corporate/],
  ["how do I test a declined payment?", "concepts/payment-status.html", /6660\.01/],
  ["which header says how many calls are left?", "reference/response-headers.html", /Remaining/],
  ["how do I get transactions older than 90 days?", "guides/account-information.html", /dateFrom/],
  ["how do I report a bug?", "guides/record-and-replay.html", /bug report/],
  ["can I sign with an elliptic curve key?", "guides/signing.html", /elliptic-curve keys/],
  ["at what times do the batches run?", "concepts/payment-status.html", /14:00 · 15:30/],
  ["how far ahead can requestedExecutionDate be?", "errors.html", /a year ahead/],
  ["what if the PSU closes the browser during SCA?", "concepts/sca.html", /five minutes/],
  ["how do I read the next page of transactions?", "guides/account-information.html", /_links/],
  ["how do I replace a certificate that expires?", "guides/signing.html", /same identifier/],
  ["which currencies can I pay abroad?", "concepts/payment-status.html", /162 currencies/],
  ["what is the maximum size of a body?", "reference/operations.html", /413/],
  ["how do I back up the database?", "guides/a-bank-in-production.html", /pg_dump/],
  ["how do I delete personal data?", "guides/a-bank-in-production.html", /varde person erase/],
  [
    "how do I run several processes behind a load balancer?",
    "guides/a-bank-in-production.html",
    /sticky sessions/,
  ],
] as const;

const shownFirst = 3;

for (const [question, address, answer] of questions) {
  test(`"${question}" finds its answer among the first ${shownFirst}`, () => {
    const found = rankSections(sections, question).slice(0, shownFirst);
    const shown = found.map((each) => `${each.address}#${each.id}`).join("\n");
    const right = found.find((each) => each.address === address && answer.test(each.text));
    assert(right !== undefined, `${question}\n${shown}`);
  });
}

test("a search for nothing finds nothing, and one for names finds what they start", () => {
  assert.deepEqual(rankSections(sections, "  ?  "), []);
  assert.deepEqual(rankSections(sections, "qqqqzzzz"), []);
  const [first] = rankSections(sections, "createSigningBask");
  assert.equal(first, undefined, "operation ids are not words of the page");
  assert.equal(rankSections(sections, "bank-offered-cons")[0]?.address.includes("onsent"), true);
});
