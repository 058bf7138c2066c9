import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aCrossBorderPayment, aPayment, ncbct, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

const create = (body: unknown = aPayment(), path = ndct) => tpp.send({ path, body, headers });
const createAbroad = (changes: object = {}) => create(aCrossBorderPayment({ ...changes }), ncbct);

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

describe("the response to a payment creation", () => {
  test("RSP-01, RSP-02, END-02, STA-10: returns id and RCVD for a domestic payment", async () => {
    const { status, json } = await create();
    assert.equal(status, 201);
    assert.match(json.paymentId, uuid);
    assert.equal(json.transactionStatus, "RCVD");
  });

  test("RSP-01, RSP-02, END-03: returns id and RCVD for a cross-border payment", async () => {
    const { status, json } = await createAbroad();
    assert.equal(status, 201);
    assert.match(json.paymentId, uuid);
    assert.equal(json.transactionStatus, "RCVD");
  });

  test("RSP-09, RSP-15, VAL-13, VAL-14, END-28: returns links under /v1, with verbs", async () => {
    const { json } = await create();
    assert.deepEqual(Object.keys(json._links).sort(), ["self", "startAuthorisation", "status"]);
    for (const { href, verbs } of Object.values<{ href: string; verbs: string[] }>(json._links)) {
      assert.ok(href.startsWith("/v1/payments/"), href);
      assert.ok(verbs.length > 0);
      assert.ok(verbs.every((verb) => ["GET", "PUT", "POST", "DELETE"].includes(verb)));
    }
  });

  test("RSP-09: returns links that lead to the named resource", async () => {
    const { self, status, startAuthorisation } = (await create()).json._links;
    assert.equal((await tpp.send({ path: self.href })).status, 200);
    assert.equal((await tpp.send({ path: status.href })).status, 200);
    const path = startAuthorisation.href;
    assert.equal((await tpp.send({ method: "POST", path, headers })).status, 201);
    assert.equal((await tpp.send({ method: "DELETE", path: self.href, headers })).status, 204);
  });

  test("NDC-29, RSP-07: moves a date on a holiday, with a warning", async () => {
    const year = Temporal.Now.plainDateISO("Europe/Oslo").year + 1;
    const christmas =
      Temporal.Now.plainDateISO("Europe/Oslo").toString() < `${year - 1}-12-24`
        ? `${year - 1}-12-25`
        : `${year}-05-17`;
    const response = await create(aPayment({ requestedExecutionDate: christmas }));
    assert.equal(response.status, 201, response.text);
    const [{ category, code, path }] = response.json.tppMessages;
    assert.deepEqual(
      [category, code, path],
      ["WARNING", "EXECUTION_DATE_INVALID", "/requestedExecutionDate"],
    );
  });
});

describe("payments that the bank cannot make", () => {
  test("ERR-08: refuses a payment to the debtor account itself", async () => {
    const { bban, iban } = dataSet.people.kari.current;
    const single = await create(aPayment({ creditorAccount: { bban, currency: "NOK" } }));
    const fault = { status: 400, code: "PAYMENT_FAILED" };
    assertRefused(single, { ...fault, path: "/creditorAccount/bban" });
    const abroad = await createAbroad({ creditorAccount: { iban, currency: "NOK" } });
    assertRefused(abroad, { ...fault, path: "/creditorAccount/iban" });
  });
});

describe("a created payment", () => {
  test("END-07, STA-01, STA-14: returns the status of an unsigned payment", async () => {
    const { paymentId } = (await create()).json;
    const { status, json } = await tpp.send({ path: `${ndct}/${paymentId}/status` });
    assert.equal(status, 200);
    assert.equal(json.paymentId, paymentId);
    assert.equal(json.transactionStatus, "RCVD");
  });

  test("END-28, VER-12: returns the fields that were sent", async () => {
    const body = aPayment({ endToEndIdentification: "E2E-1", ultimateDebtor: "Ola" });
    const { paymentId } = (await create(body)).json;
    const { json } = await tpp.send({ path: `${ndct}/${paymentId}` });
    for (const [name, value] of Object.entries(body)) assert.deepEqual(json[name], value);
  });

  test("END-28: does not find a payment under another product", async () => {
    const { paymentId } = (await create()).json;
    const response = await tpp.send({ path: `${ncbct}/${paymentId}/status` });
    assertRefused(response, { status: 404, code: "RESOURCE_UNKNOWN" });
  });

  test("STA-12: deletes an unsigned payment at once and shows it as cancelled", async () => {
    const { paymentId } = (await create()).json;
    const path = `${ndct}/${paymentId}`;
    assert.equal((await tpp.send({ method: "DELETE", path, headers })).status, 204);
    const { json } = await tpp.send({ path: `${path}/status` });
    assert.equal(json.transactionStatus, "CANC");
    const again = await tpp.send({ method: "DELETE", path, headers });
    assertRefused(again, { status: 409, code: "CONFLICT" });
  });
});

describe("logical duplicates", () => {
  test("END-26, END-27: refuses the same payment with another id: PAYMENT_FAILED", async () => {
    const body = aPayment();
    assert.equal((await create(body)).status, 201);
    assertRefused(await create(body), { status: 400, code: "PAYMENT_FAILED" });
  });

  test("END-27: accepts a payment with another amount, payee or remittance", async () => {
    const body = aPayment();
    assert.equal((await create(body)).status, 201);
    const changes = [
      { instructedAmount: { amount: "7777.77", currency: "NOK" } },
      { creditorAccount: { bban: "12345678903", currency: "NOK" } },
      { remittanceInformationUnstructured: "another" },
    ];
    for (const change of changes) {
      const response = await create({ ...body, ...change });
      assert.equal(response.status, 201, response.text);
    }
  });

  test("END-04, END-05: creates a duplicate with allowLogicalDuplicate=true", async () => {
    const body = aPayment();
    const first = await create(body);
    const second = await create(body, `${ndct}?allowLogicalDuplicate=true`);
    assert.equal(second.status, 201, second.text);
    assert.notEqual(second.json.paymentId, first.json.paymentId);
    const third = await create(body, `${ndct}?allowLogicalDuplicate=false`);
    assertRefused(third, { status: 400, code: "PAYMENT_FAILED" });
  });

  test("END-27: does not count a deleted payment as a duplicate", async () => {
    const body = aPayment();
    const { paymentId } = (await create(body)).json;
    const path = `${ndct}/${paymentId}`;
    assert.equal((await tpp.send({ method: "DELETE", path, headers })).status, 204);
    assert.equal((await create(body)).status, 201);
  });
});
