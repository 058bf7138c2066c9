import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawAnswer, type RawRequest } from "@varde/testkit/tpp";

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

const assertCreated = (answer: RawAnswer) => assert.equal(answer.status, 201, answer.text);

const assertForm = (answer: RawAnswer, name: string) =>
  assertRefused(answer, { status: 400, code: "FORMAT_ERROR", path: name });

describe("X-Request-ID", () => {
  test("HDR-05: an X-Request-ID that was used for another request is answered 409", async () => {
    const id = randomUUID();
    assertCreated(await create({ "X-Request-ID": id }));
    assertRefused(await create({ "X-Request-ID": id }), {
      status: 409,
      code: "CONFLICT",
      path: "X-Request-ID",
    });
  });

  test("HDR-29: the same request, signed anew, gets the first answer", async () => {
    const request = { body: aPayment() };
    const headers = { "X-Request-ID": randomUUID() };
    const first = await create(headers, request);
    const again = await create(headers, request);
    assertCreated(first);
    assert.equal(again.status, 201);
    assert.equal(again.text, first.text);
    assert.match(String(again.headers["varde-warning"]), /already processed/);
  });

  test("HDR-29: a change of session, address or PSU makes it another request", async () => {
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
      const answer = await create({ ...headers, ...change }, request);
      assertRefused(answer, { status: 409, code: "CONFLICT" });
    }
  });

  test("HDR-29: a refused request stores nothing and may be mended under the same id", async () => {
    const headers = { "X-Request-ID": randomUUID() };
    const wrong = await create(headers, { body: aPayment({ creditorName: "" }) });
    assert.equal(wrong.status, 400);
    assertCreated(await create(headers));
  });

  test("HDR-30: X-Request-ID is 1 to 128 visible ASCII characters", async () => {
    for (const id of ["1", "x".repeat(128), "~!#"]) {
      assertCreated(await create({ "X-Request-ID": `${id}` }));
    }
    for (const id of ["x".repeat(129), "two words", "blåbær"]) {
      assertForm(await create({ "X-Request-ID": id }), "X-Request-ID");
    }
  });
});
