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

describe("the answer to a creation", () => {
  test("RSP-01, RSP-02, END-02, STA-10: a domestic payment has its id and RCVD", async () => {
    const { status, json } = await create();
    assert.equal(status, 201);
    assert.match(json.paymentId, uuid);
    assert.equal(json.transactionStatus, "RCVD");
  });

  test("RSP-01, RSP-02, END-03: a cross-border payment has its id and RCVD", async () => {
    const { status, json } = await createAbroad();
    assert.equal(status, 201);
    assert.match(json.paymentId, uuid);
    assert.equal(json.transactionStatus, "RCVD");
  });

  test("RSP-09, RSP-15, VAL-13, VAL-14, END-28: links are under /v1, with verbs", async () => {
    const { json } = await create();
    assert.deepEqual(Object.keys(json._links).sort(), ["self", "startAuthorisation", "status"]);
    for (const { href, verbs } of Object.values<{ href: string; verbs: string[] }>(json._links)) {
      assert.ok(href.startsWith("/v1/payments/"), href);
      assert.ok(verbs.length > 0);
      assert.ok(verbs.every((verb) => ["GET", "PUT", "POST", "DELETE"].includes(verb)));
    }
  });

  test("RSP-09: each link leads where it says", async () => {
    const { self, status, startAuthorisation } = (await create()).json._links;
    assert.equal((await tpp.send({ path: self.href })).status, 200);
    assert.equal((await tpp.send({ path: status.href })).status, 200);
    const path = startAuthorisation.href;
    assert.equal((await tpp.send({ method: "POST", path, headers })).status, 201);
    assert.equal((await tpp.send({ method: "DELETE", path: self.href, headers })).status, 204);
  });

  test("NDC-29, RSP-07: a holiday is moved, with a warning", async () => {
    const year = Temporal.Now.plainDateISO("Europe/Oslo").year + 1;
    const christmas =
      Temporal.Now.plainDateISO("Europe/Oslo").toString() < `${year - 1}-12-24`
        ? `${year - 1}-12-25`
        : `${year}-05-17`;
    const answer = await create(aPayment({ requestedExecutionDate: christmas }));
    assert.equal(answer.status, 201, answer.text);
    const [{ category, code, path }] = answer.json.tppMessages;
    assert.deepEqual(
      [category, code, path],
      ["WARNING", "EXECUTION_DATE_INVALID", "/requestedExecutionDate"],
    );
  });
});

describe("what the bank cannot make", () => {
  test("ERR-08: a payment to the account that pays it is not created", async () => {
    const { bban, iban } = dataSet.people.kari.current;
    const single = await create(aPayment({ creditorAccount: { bban, currency: "NOK" } }));
    const fault = { status: 400, code: "PAYMENT_FAILED" };
    assertRefused(single, { ...fault, path: "/creditorAccount/bban" });
    const abroad = await createAbroad({ creditorAccount: { iban, currency: "NOK" } });
    assertRefused(abroad, { ...fault, path: "/creditorAccount/iban" });
  });
});

describe("what was created", () => {
  test("END-07, STA-01, STA-14: the status of one unsigned payment is read", async () => {
    const { paymentId } = (await create()).json;
    const { status, json } = await tpp.send({ path: `${ndct}/${paymentId}/status` });
    assert.equal(status, 200);
    assert.equal(json.paymentId, paymentId);
    assert.equal(json.transactionStatus, "RCVD");
  });

  test("END-28, VER-12: the details are the fields that were sent", async () => {
    const body = aPayment({ endToEndIdentification: "E2E-1", ultimateDebtor: "Ola" });
    const { paymentId } = (await create(body)).json;
    const { json } = await tpp.send({ path: `${ndct}/${paymentId}` });
    for (const [name, value] of Object.entries(body)) assert.deepEqual(json[name], value);
  });

  test("END-28: a payment is not found under another product", async () => {
    const { paymentId } = (await create()).json;
    const answer = await tpp.send({ path: `${ncbct}/${paymentId}/status` });
    assertRefused(answer, { status: 404, code: "RESOURCE_UNKNOWN" });
  });

  test("STA-12: an unsigned payment is deleted at once and is then cancelled", async () => {
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
  test("END-26, END-27: the same payment under another id is PAYMENT_FAILED", async () => {
    const body = aPayment();
    assert.equal((await create(body)).status, 201);
    assertRefused(await create(body), { status: 400, code: "PAYMENT_FAILED" });
  });

  test("END-27: another amount, payee or remittance makes another payment", async () => {
    const body = aPayment();
    assert.equal((await create(body)).status, 201);
    const changes = [
      { instructedAmount: { amount: "7777.77", currency: "NOK" } },
      { creditorAccount: { bban: "12345678903", currency: "NOK" } },
      { remittanceInformationUnstructured: "another" },
    ];
    for (const change of changes) {
      const answer = await create({ ...body, ...change });
      assert.equal(answer.status, 201, answer.text);
    }
  });

  test("END-04, END-05: allowLogicalDuplicate=true creates a duplicate", async () => {
    const body = aPayment();
    const first = await create(body);
    const second = await create(body, `${ndct}?allowLogicalDuplicate=true`);
    assert.equal(second.status, 201, second.text);
    assert.notEqual(second.json.paymentId, first.json.paymentId);
    const third = await create(body, `${ndct}?allowLogicalDuplicate=false`);
    assertRefused(third, { status: 400, code: "PAYMENT_FAILED" });
  });

  test("END-27: a deleted payment is no duplicate of the next", async () => {
    const body = aPayment();
    const { paymentId } = (await create(body)).json;
    const path = `${ndct}/${paymentId}`;
    assert.equal((await tpp.send({ method: "DELETE", path, headers })).status, 204);
    assert.equal((await create(body)).status, 201);
  });
});
