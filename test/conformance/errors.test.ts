import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, mock, test } from "node:test";
import { statusByCode, tppMessageCodes } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { aBank, requestLog } from "@varde/testkit/bank";
import { aPayment, ncbct, ndct, without } from "@varde/testkit/payments";
import { aSession, callHeaders } from "@varde/testkit/psu";
import { assertErrorShape, assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawRequest, RawTpp } from "@varde/testkit/tpp";

const { lines: log, logTo } = requestLog();
const bank = await aBank({ logTo, expectsErrors: true });
after(() => bank.close());
const tpp = aTpp(bank);
const session = await aSession(bank, tpp);
const { ola, ingrid } = dataSet.people;
const { skarvoy } = dataSet.companies;

const create = (body: unknown = aPayment(), more: Partial<RawRequest> = {}) =>
  tpp.send({ path: ndct, body, ...more, headers: { ...session.headers, ...more.headers } });

/** A request for each kind of refusal of a payment creation. */
const refused: Readonly<Record<string, () => ReturnType<typeof create>>> = {
  FORMAT_ERROR: () => create(aPayment({ creditorName: 1 })),
  BAD_REQUEST: () => create(aPayment(), { headers: { Date: "yesterday" } }),
  HTTP_HEADER_REQUIRED: () => create(aPayment(), { headers: { "PSU-IP-Address": undefined } }),
  KID_MISSING: () => create(payTo(skarvoy.accounts[0].bban)),
  KID_INVALID: () => create(payTo(skarvoy.accounts[0].bban, "123456789012")),
  EXECUTION_DATE_INVALID: () => create(aPayment({ requestedExecutionDate: "2020-01-01" })),
  SCA_NOT_FOUND: () => create(aPayment(), { headers: { "TPP-Session-ID": randomUUID() } }),
  PSU_CREDENTIALS_INVALID: () => create(aPayment(), { headers: { "PSU-ID": randomUUID() } }),
  PRODUCT_UNKNOWN: () => create(aPayment(), { path: "/v1/payments/carrier-pigeons" }),
  RESOURCE_UNKNOWN: () => tpp.send({ path: `${ndct}/${randomUUID()}/status` }),
  NOT_FOUND: () => tpp.send({ path: "/v1/nothing" }),
};

const payTo = (bban: string, reference?: string) =>
  aPayment({
    creditorAccount: { bban, currency: "NOK" },
    ...(reference === undefined ? {} : { remittanceInformationStructuredArray: [{ reference }] }),
  });

describe("the shape of errors", () => {
  test("ERR-01, ERR-07, ERR-08: returns each code with its status and an error body", async () => {
    for (const [code, send] of Object.entries(refused)) {
      const response = await send();
      const status = statusByCode[code as keyof typeof statusByCode];
      assertRefused(response, { status, code });
      assert.match(String(response.headers["content-type"]), /^application\/json/);
    }
  });

  test("ERR-07: describes faults of a body in whole sentences", async () => {
    const bodies = [
      aPayment({ creditorName: "" }),
      aPayment({ creditorAccount: { bban: "12345678901", currency: "NOK" } }),
      aPayment({ instructedAmount: { amount: "1", currency: "NOK" } }),
      aPayment({ debtorAccount: { currency: "NOK" } }),
      aPayment({ requestedExecutionDate: "2020-01-01" }),
      payTo(skarvoy.accounts[0].bban),
      payTo(skarvoy.accounts[0].bban, "123456789012"),
      [],
    ];
    for (const body of bodies) {
      const [{ text }] = (await create(body)).json.tppMessages;
      assert.match(text, /^([A-Z]|[a-z]+[A-Z]|[a-z]+ (is|has|must) ).*[^.]\.$/);
    }
  });

  test("ERR-07: calls a null field optional only if it is", async () => {
    const fields = { creditorAddress: null, ultimateDebtor: null };
    const [address, debtor] = (await create(aPayment(fields))).json.tppMessages;
    assert.match(address.text, /^creditorAddress is null; give /);
    assert.match(debtor.text, /^ultimateDebtor is null; leave it out, or give /);
    const [whole] = (await create("null")).json.tppMessages;
    assert.match(whole.text, /^The body is null; give /);
  });

  test("ERR-01: has the codes of the interface and REFERENCE_MIX_INVALID", () => {
    const published = `SYSTEM_ERROR BAD_REQUEST FORBIDDEN NOT_FOUND CONFLICT HTTP_HEADER_REQUIRED
      QUERY_PARAMETER_REQUIRED SCA_NOT_FOUND SCA_EXPIRED SCA_INVALID FORMAT_ERROR RESOURCE_UNKNOWN
      PSU_CREDENTIALS_INVALID CONSENT_UNKNOWN CONSENT_INVALID CONSENT_EXPIRED ACCESS_EXCEEDED
      PRODUCT_UNKNOWN PRODUCT_INVALID KID_MISSING KID_INVALID PAYMENT_FAILED
      EXECUTION_DATE_INVALID REFERENCE_MIX_INVALID`.split(/\s+/);
    assert.deepEqual([...tppMessageCodes].sort(), published.sort());
  });

  test("ERR-08: reports an unknown resource as 400 in a body and 404 in a path", async () => {
    const unknown = aPayment({ debtorAccount: { bban: "99901019998", currency: "NOK" } });
    const path = "/debtorAccount/bban";
    assertRefused(await create(unknown), { status: 400, code: "RESOURCE_UNKNOWN", path });
    const read = await tpp.send({ path: `${ndct}/${randomUUID()}` });
    assertRefused(read, { status: 404, code: "RESOURCE_UNKNOWN" });
  });

  test("ERR-10: reports all faults of a body together, each with its pointer", async () => {
    const body = without(aPayment({ creditorName: "", purposeCode: "XXXX" }), "creditorAddress");
    const response = await create(body);
    for (const path of ["/creditorName", "/purposeCode", "/creditorAddress"]) {
      assertRefused(response, { status: 400, code: "FORMAT_ERROR", path });
    }
  });

  test("RSP-12, RSP-14: sets path to a pointer, a header name or a parameter name", async () => {
    const response = await create(aPayment(), {
      path: `${ndct}?allowLogicalDuplicate=perhaps`,
      headers: { "PSU-IP-Address": "here" },
    });
    assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: "PSU-IP-Address" });
    assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: "allowLogicalDuplicate" });
  });

  test("RSP-13: cuts a text at 512 characters", async () => {
    const long = `x${"y".repeat(2000)}`;
    const response = await create(aPayment({ purposeCode: long }), {
      path: `/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=${long}`,
    });
    assertErrorShape(response);
  });
});

describe("particular errors", () => {
  test("ERR-03, ERR-04, REM-10, REM-11: refuses a missing or wrong KID with 400", async () => {
    const payee = skarvoy.accounts[0].bban;
    const missing = await create(payTo(payee));
    assertRefused(missing, { status: 400, code: "KID_MISSING" });
    for (const kid of ["123456789012", "12345678", "99754667145676221"]) {
      assertRefused(await create(payTo(payee, kid)), { status: 400, code: "KID_INVALID" });
    }
    assert.equal((await create(payTo(payee, "123456789018"))).status, 201);
  });

  test("ERR-05, SCA-01: refuses a request that needs SCA with 401 and scaRedirect", async () => {
    const response = await create(aPayment(), { headers: { "TPP-Session-ID": randomUUID() } });
    assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
    const { href, verbs } = response.json._links.scaRedirect;
    assert.ok(href.startsWith(`${bank.addresses.http}/sca/`));
    assert.deepEqual(verbs, ["GET"]);
  });

  test("ERR-11: gives another TPP's payment and an unknown payment the same response", async () => {
    const { paymentId } = (await create()).json;
    const stranger = new RawTpp(
      bank.addresses.http,
      await bank.authority.issueTppCertificate({
        name: "Another TPP",
        organisationNumber: "210000003",
        roles: ["PSP_PI"],
        kind: "working",
      }),
    );
    const theirs = await stranger.send({ path: `${ndct}/${paymentId}` });
    const nobodys = await stranger.send({ path: `${ndct}/${randomUUID()}` });
    assert.equal(theirs.status, 404);
    assert.equal(theirs.text, nobodys.text);
  });

  test("ERR-11: gives another PSU's account and an unknown account the same response", async () => {
    const path = "/debtorAccount/bban";
    const pay = (bban: string) => create(aPayment({ debtorAccount: { bban, currency: "NOK" } }));
    const theirs = await pay(ola.current.bban);
    const nobodys = await pay("99901019998");
    assertRefused(theirs, { status: 400, code: "RESOURCE_UNKNOWN", path });
    assert.equal(theirs.text, nobodys.text);
  });

  test("ERR-13: refuses an unknown payment product with 404 PRODUCT_UNKNOWN", async () => {
    const response = await create(aPayment(), { path: "/v1/payments/carrier-pigeons" });
    assertRefused(response, { status: 404, code: "PRODUCT_UNKNOWN" });
    const bulk = ncbct.replace("/payments/", "/bulk-payments/");
    assertRefused(await create(aPayment(), { path: bulk }), {
      status: 404,
      code: "PRODUCT_UNKNOWN",
    });
  });

  test("ERR-14: refuses duplicate keys, a byte order mark and lone surrogates", async () => {
    const text = JSON.stringify(aPayment());
    const bodies = [
      text.replace("{", '{"creditorName":"Another",'),
      `\uFEFF${text}`,
      text.replace('"Oslo"', '"\\ud800"'),
    ];
    for (const body of bodies) {
      assertRefused(await create(body), { status: 400, code: "FORMAT_ERROR" });
    }
  });

  test("SCA-17: refuses an account that may not pay with 403 PRODUCT_INVALID", async () => {
    const theirs = await aSession(bank, tpp, { customerNumber: ingrid.customerNumber });
    const body = aPayment({ debtorAccount: { bban: ingrid.savings.bban, currency: "NOK" } });
    const response = await create(body, { headers: theirs.headers });
    assertRefused(response, { status: 403, code: "PRODUCT_INVALID" });
  });

  test("ERR-12: reports an internal error as SYSTEM_ERROR, details only in the log", async () => {
    mock.method(bank.storage, "write", () => {
      throw new Error("insert into secret_table failed");
    });
    const response = await create();
    mock.restoreAll();
    assertRefused(response, { status: 500, code: "SYSTEM_ERROR" });
    assert.ok(log.some((line) => JSON.stringify(line).includes("secret_table")));
    assert.equal((await create()).status, 201);
  });
});

describe("requests outside the interface", () => {
  test("END-01: serves operations only under /v1", async () => {
    for (const path of [ndct.replace("/v1", ""), ndct.replace("/v1", "/v2"), "/v1"]) {
      assertRefused(await create(aPayment(), { path }), { status: 404, code: "NOT_FOUND" });
    }
  });

  test("ERR-07: refuses another method with 405 and Allow", async () => {
    const response = await tpp.send({ method: "PUT", path: ndct, headers: callHeaders("s") });
    assertRefused(response, { status: 405, code: "BAD_REQUEST" });
    assert.equal(response.headers.allow, "POST");
  });

  test("END-01: points out a trailing slash", async () => {
    const response = await tpp.send({ path: "/v1/accounts/" });
    assertRefused(response, { status: 404, code: "NOT_FOUND" });
    assert.match(response.json.tppMessages[0].text, /Remove the trailing slash/);
    const unknown = await tpp.send({ path: "/v1/nothing/" });
    assert.doesNotMatch(unknown.text, /slash/);
  });

  test("logs the TPP's authorisation number and the payment's id, but no other path", async () => {
    const before = log.length;
    const { paymentId } = (await create()).json;
    await tpp.send({ path: `${ndct}/${paymentId}/status` });
    await tpp.send({ path: `${ndct}/${ola.customerNumber}/status` });
    const lines = log.slice(before).map((line) => [line.operation, line.tpp, line.paymentId]);
    const number = "PSDNO-FSA-310000000";
    assert.deepEqual(lines, [
      ["createPayment", number, paymentId],
      ["readPaymentStatus", number, paymentId],
      ["readPaymentStatus", number, undefined],
    ]);
  });

  test("logs requests for unknown paths without their secrets", async () => {
    const before = log.length;
    await tpp.send({ method: "PUT", path: ndct });
    await tpp.send({ path: `/v1/of/${ola.customerNumber}/sca/SeCrEt/${"x".repeat(300)}?key=1` });
    const lines = log.slice(before).map(({ level, time: _time, ...line }) => line);
    const msg = "no such operation";
    assert.deepEqual(lines, [
      { status: 405, method: "PUT", target: ndct, msg },
      { status: 404, method: "GET", target: `/v1/of/…/sca/…/${"x".repeat(185)}`, msg },
    ]);
  });

  test("ERR-07: refuses a body over a mebibyte with 413", async () => {
    const response = await create(JSON.stringify({ text: "x".repeat(1024 * 1024) }));
    assertRefused(response, { status: 413, code: "BAD_REQUEST" });
  });

  test("GEN-06: refuses XML with 415, and Accept of XML with 406", async () => {
    const headers = { "Content-Type": "application/xml" };
    assertRefused(await create("<Document/>", { headers }), { status: 415, code: "BAD_REQUEST" });
    for (const Accept of [
      "application/xml",
      "application/json;q=0",
      "application/json; q=0.000, */*",
      "*/*;q=0",
    ]) {
      const response = await create(aPayment(), { headers: { Accept } });
      assertRefused(response, { status: 406, code: "BAD_REQUEST", path: "Accept" });
    }
    for (const Accept of ["application/json, */*;q=0", "text/html, */*;q=0.5", ""]) {
      assert.equal((await create(aPayment(), { headers: { Accept } })).status, 201, Accept);
    }
  });
});
