import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank, countRows, stopClock } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawRequest, type RawResponse } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const session = await aSession(bank, tpp);
const { kari } = dataSet.people;

type Headers = Readonly<Record<string, string | undefined>>;

const create = (headers: Headers = {}, more: Partial<RawRequest> = {}) =>
  tpp.send({
    path: ndct,
    body: aPayment(),
    ...more,
    headers: { ...session.headers, ...headers },
  });

const assertCreated = (response: RawResponse) => assert.equal(response.status, 201, response.text);

const assertForm = (response: RawResponse, name: string) =>
  assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: name });

describe("X-Request-ID", () => {
  test("HDR-05: refuses an X-Request-ID of another request with 409", async () => {
    const id = randomUUID();
    assertCreated(await create({ "X-Request-ID": id }));
    assertRefused(await create({ "X-Request-ID": id }), {
      status: 409,
      code: "CONFLICT",
      path: "X-Request-ID",
    });
  });

  test("HDR-29: returns the first response to the same request with a new signature", async () => {
    const request = { body: aPayment() };
    const headers = { "X-Request-ID": randomUUID() };
    const first = await create(headers, request);
    const again = await create(headers, request);
    assertCreated(first);
    assert.equal(again.status, 201);
    assert.equal(again.text, first.text);
    assert.match(String(again.headers["varde-warning"]), /already processed/);
  });

  test("HDR-29: treats another session, address or PSU as another request", async () => {
    const request = { body: aPayment() };
    const headers = { "X-Request-ID": randomUUID() };
    assertCreated(await create(headers, request));
    const changes: readonly Headers[] = [
      { "TPP-Session-ID": randomUUID() },
      { "TPP-Redirect-URI": "https://tpp.example/elsewhere" },
      { "PSU-ID": randomUUID() },
      { "X-PSU-IDENTITY": kari.customerNumber },
    ];
    for (const change of changes) {
      const response = await create({ ...headers, ...change }, request);
      assertRefused(response, { status: 409, code: "CONFLICT" });
    }
  });

  test("HDR-05: starts no SCA for a request whose X-Request-ID was used", async () => {
    const headers = { "X-Request-ID": randomUUID() };
    assertCreated(await create(headers));
    const before = await countRows(bank);
    assertRefused(await create({ ...headers, "TPP-Session-ID": randomUUID() }), {
      status: 409,
      code: "CONFLICT",
    });
    assert.deepEqual(await countRows(bank), before);
  });

  test("HDR-29: stores no refused request, so that its id may be used again", async () => {
    const headers = { "X-Request-ID": randomUUID() };
    const wrong = await create(headers, { body: aPayment({ creditorName: "" }) });
    assert.equal(wrong.status, 400);
    assertCreated(await create(headers));
  });

  test("HDR-30: requires 1 to 128 visible ASCII characters in X-Request-ID", async () => {
    for (const id of ["1", "x".repeat(128), "~!#"]) {
      assertCreated(await create({ "X-Request-ID": `${id}` }));
    }
    for (const id of ["x".repeat(129), "two words", "blåbær"]) {
      assertForm(await create({ "X-Request-ID": id }), "X-Request-ID");
    }
  });

  test("HDR-29: returns the first response after the PSU's session has expired", async () => {
    const request = { body: aPayment() };
    const headers = { "X-Request-ID": randomUUID() };
    const first = await create(headers, request);
    assertCreated(first);
    const advance = await stopClock(bank);
    await advance(61 * 60_000);
    assert.equal((await create()).status, 401);
    const again = await create(headers, request);
    assert.equal(again.status, 201, again.text);
    assert.equal(again.text, first.text);
  });
});
