import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ncbct, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertErrorShape, assertRefused } from "@varde/testkit/responses";
import { formatRequest, RawTpp, sendBytes } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const { http } = bank.addresses;
const tpp = new RawTpp(http, bank.tpp);
const stranger = new RawTpp(
  http,
  await bank.authority.issueTppCertificate({
    name: "Another TPP",
    organisationNumber: "210000003",
    roles: ["PSP_PI"],
    kind: "working",
  }),
);
const { headers } = await aSession(bank, tpp);
const { paymentId } = (await tpp.send({ path: ndct, body: aPayment(), headers })).json;

/** Sends a target unchanged, as a correct client would not. */
const sendTo = async (target: string) => {
  const signed = await tpp.sign({ path: target });
  const sent = { Host: new URL(http).host, ...signed.headers };
  return sendBytes(http, formatRequest("GET", target, sent));
};

describe("ids in paths", () => {
  const unknown = [
    randomUUID(),
    "1",
    "'",
    "' or '1'='1",
    "x".repeat(150),
    `${paymentId}x`,
    paymentId.toUpperCase(),
    "null",
    "__proto__",
    "😀",
  ];
  for (const id of unknown) {
    test(`B14: refuses the id ${id.slice(0, 40)} with 404 and the usual text`, async () => {
      const response = await tpp.send({ path: `${ndct}/${encodeURIComponent(id)}/status` });
      const text = /^This TPP has no such payment/;
      assertRefused(response, { status: 404, code: "RESOURCE_UNKNOWN", text });
    });
  }

  const malformed = ["%00", "a%00b", "%2f", "..%2f..%2fetc", "%5c", "%", "%zz", "%c3%28", "%ff"];
  for (const id of malformed) {
    test(`B14: refuses the id ${id} with 400 or 404`, async () => {
      const response = await sendTo(`${ndct}/${id}/status`);
      assert.ok([400, 404].includes(response.status), response.text);
      assertErrorShape(response);
    });
  }

  test("B14: does not resolve dot segments to a path of the interface", async () => {
    for (const target of [
      `${ndct}/../x`,
      "/v1/../v1/user",
      "//v1/user",
      "/v1//user",
      "/v1/user/",
    ]) {
      const response = await sendTo(target);
      assert.ok([400, 404].includes(response.status), `${target}: ${response.text}`);
      assertErrorShape(response);
    }
  });

  test("B14: refuses an id of 10 KB with 404", async () => {
    const response = await sendTo(`${ndct}/${"x".repeat(10_240)}/status`);
    assertRefused(response, { status: 404, code: "NOT_FOUND" });
  });

  test("B14: gives another TPP's payment and the wrong product the same text", async () => {
    const texts = new Set<string>();
    const elsewhere = [ncbct, "/v1/payments/sepa-credit-transfers"];
    const bulk = ndct.replace("/payments/", "/bulk-payments/");
    for (const path of [...elsewhere, bulk]) {
      const response = await tpp.send({ path: `${path}/${paymentId}/status` });
      assertRefused(response, { status: 404, code: "RESOURCE_UNKNOWN" });
      texts.add(response.text);
    }
    const theirs = await stranger.send({ path: `${ndct}/${paymentId}/status` });
    const nobodys = await stranger.send({ path: `${ndct}/${randomUUID()}/status` });
    texts.add(theirs.text);
    texts.add(nobodys.text);
    assert.equal(texts.size, 1, [...texts].join("\n"));
  });

  test("B14: refuses an authorisation of another payment with 404", async () => {
    const other = (await tpp.send({ path: ndct, body: aPayment(), headers })).json.paymentId;
    const started = await tpp.send({
      method: "POST",
      path: `${ndct}/${paymentId}/authorisations`,
      headers,
    });
    const path = `${ndct}/${other}/authorisations/${started.json.authorisationId}`;
    assertRefused(await tpp.send({ path }), { status: 404, code: "RESOURCE_UNKNOWN" });
  });

  test("B14: refuses an invented SCA link with 410 and reveals nothing", async () => {
    for (const secret of ["x", "A".repeat(22), "..", "%00"]) {
      const response = await sendTo(`/sca/${secret}`);
      assert.ok([400, 404, 410].includes(response.status), `${secret}: ${response.status}`);
    }
  });
});

describe("queries", () => {
  const create = (query: string) =>
    tpp.send({ path: `${ndct}?${query}`, body: aPayment(), headers });

  test("B15: refuses allowLogicalDuplicate with 400 if not a boolean or repeated", async () => {
    const queries = [
      "allowLogicalDuplicate=maybe",
      "allowLogicalDuplicate=1",
      "allowLogicalDuplicate=yes",
      "allowLogicalDuplicate=",
      "allowLogicalDuplicate",
      "allowLogicalDuplicate=true&allowLogicalDuplicate=true",
      "allowLogicalDuplicate=true&allowLogicalDuplicate=false",
      "allowLogicalDuplicate=true%00",
    ];
    for (const query of queries) {
      const path = "allowLogicalDuplicate";
      assertRefused(await create(query), { status: 400, code: "FORMAT_ERROR", path });
    }
  });

  test("B15: ignores unknown parameters", async () => {
    for (const query of ["", "&&&", "x=1&x=2", "allowlogicalduplicate=x", "%", "__proto__=1"]) {
      const response = await create(query);
      assert.equal(response.status, 201, `${query}: ${response.text}`);
    }
  });

  const listings: readonly [string, string][] = [
    ["limit=-1", "limit"],
    ["limit=0", "limit"],
    ["limit=1000000000", "limit"],
    ["limit=1e3", "limit"],
    ["limit=abc", "limit"],
    ["limit=10&limit=20", "limit"],
    ["offset=-1", "offset"],
    ["offset=99999999999999999999", "offset"],
    ["dateFrom=2026-02-30", "dateFrom"],
    ["dateTo=tomorrow", "dateTo"],
    ["dateFrom=2026-02-02&dateTo=2026-02-01", "dateFrom"],
    ["bookingStatus=some", "bookingStatus"],
  ];
  for (const [query, path] of listings) {
    test(`B15: refuses a listing of transactions with ${query} with 400`, async () => {
      const response = await tpp.send({
        path: `/v1/accounts/kari-current/transactions?${query}`,
        headers,
      });
      assertRefused(response, { status: 400, code: "FORMAT_ERROR", path });
    });
  }
});
