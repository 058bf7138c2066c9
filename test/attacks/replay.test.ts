import assert from "node:assert/strict";
import { after, before, describe, mock, test } from "node:test";
import type { TestBank } from "@varde/sandbox";
import { aBank, countRows } from "@varde/testkit/bank";
import { aPayment, ncbct, ndct } from "@varde/testkit/payments";
import { freshDatabase } from "@varde/testkit/postgres";
import { aSession, type PsuSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import {
  aTpp,
  type RawRequest,
  type RawResponse,
  type RawTpp,
  type SignedRawRequest,
} from "@varde/testkit/tpp";

for (const engine of ["sqlite", "postgres"] as const) {
  describe(`on ${engine}`, () => {
    let bank: TestBank;
    let tpp: RawTpp;
    let session: PsuSession;
    let drop = async () => {};

    before(async () => {
      if (engine === "postgres") {
        const database = await freshDatabase();
        drop = database.drop;
        bank = await aBank({ location: { engine, url: database.url } });
      } else {
        bank = await aBank();
      }
      tpp = aTpp(bank);
      session = await aSession(bank, tpp);
    });
    after(async () => {
      await bank.close();
      await drop();
    });

    const sign = () => tpp.sign({ path: ndct, body: aPayment(), headers: session.headers });
    const createdPath = async (signed: SignedRawRequest) =>
      `${ndct}/${(await tpp.sendAgain(signed)).json.paymentId}`;
    const sendAtOnce = async (request: RawRequest): Promise<RawResponse> => {
      const signed = await tpp.sign(request);
      const sends = Array.from({ length: 16 }, () => tpp.sendAgain(signed));
      const [first, ...others] = await Promise.all(sends);
      assert(first !== undefined && first.status < 300, first?.text ?? "");
      for (const { status, text } of others) {
        assert.deepEqual({ status, text }, { status: first.status, text: first.text });
      }
      return first;
    };
    const countPayments = async () => (await countRows(bank)).payments;

    test("A04: returns the stored response to a replay on the same path", async () => {
      const signed = await sign();
      const first = await tpp.sendAgain(signed);
      assert.equal(first.status, 201, first.text);
      const count = await countPayments();
      const second = await tpp.sendAgain(signed);
      assert.equal(second.status, 201);
      assert.equal(second.text, first.text);
      assert.equal(await countPayments(), count);
    });

    test("A05: handles many concurrent copies once, with equal responses", async () => {
      const headers = session.headers;
      for (let round = 0; round < 3; round += 1) {
        const paths = await Promise.all(
          [sign(), sign()].map(async (one) => createdPath(await one)),
        );
        const paymentIds = paths.map((path) => path.split("/").at(-1));
        const basket = { path: "/v1/signing-baskets", body: { paymentIds }, headers };
        const created = await sendAtOnce(basket);
        const path = `/v1/signing-baskets/${created.json.basketId}`;
        await sendAtOnce({ method: "DELETE", path, headers });
        await sendAtOnce({ method: "DELETE", path: paths[0] ?? "", headers });
      }
    });

    test("A04: refuses a replay on another path with 400, with another query 409", async () => {
      const signed = await sign();
      assert.equal((await tpp.sendAgain(signed)).status, 201);
      const count = await countPayments();
      const paths = [
        ncbct,
        "/v1/payments/instant-norwegian-domestic-credit-transfers-straks",
        ndct.replace("/payments/", "/bulk-payments/"),
      ];
      for (const path of paths) {
        const response = await tpp.sendAgain({ ...signed, path });
        assertRefused(response, { status: 400, code: "BAD_REQUEST", path: "Signature" });
      }
      const path = `${ndct}?allowLogicalDuplicate=true`;
      const response = await tpp.sendAgain({ ...signed, path });
      assertRefused(response, { status: 409, code: "CONFLICT", path: "X-Request-ID" });
      assert.equal(await countPayments(), count);
    });

    test("A04: refuses a replay in another session, or as a deletion", async () => {
      const signed = await sign();
      const { json, status } = await tpp.sendAgain(signed);
      assert.equal(status, 201);
      const headers = { ...signed.headers, "TPP-Session-ID": "another" };
      assertRefused(await tpp.sendAgain({ ...signed, headers }), {
        status: 409,
        code: "CONFLICT",
      });
      const remove = { ...signed, method: "DELETE", path: `${ndct}/${json.paymentId}` };
      assertRefused(await tpp.sendAgain(remove), { status: 400, code: "BAD_REQUEST" });
    });

    test("A04: refuses a replay after 61 seconds with 400", async () => {
      const signed = await sign();
      assert.equal((await tpp.sendAgain(signed)).status, 201);
      mock.timers.enable({ apis: ["Date"], now: Date.now() + 62_000 });
      try {
        const response = await tpp.sendAgain(signed);
        assertRefused(response, { status: 400, code: "BAD_REQUEST", path: "Date" });
      } finally {
        mock.timers.reset();
      }
    });

    test("A05: creates one payment from 64 copies of a request, with equal responses", async () => {
      const signed = await sign();
      const before = await countRows(bank);
      const responses = await Promise.all(Array.from({ length: 64 }, () => tpp.sendAgain(signed)));
      assert.deepEqual([...new Set(responses.map(({ status }) => status))], [201]);
      assert.equal(new Set(responses.map(({ text }) => text)).size, 1);
      const after = await countRows(bank);
      assert.equal(after.payments, before.payments + 1);
      assert.equal(after.requests, before.requests + 1);
    });

    test("A05: creates one payment from 64 logical duplicates with different ids", async () => {
      const body = aPayment();
      const signed = await Promise.all(
        Array.from({ length: 64 }, () => tpp.sign({ path: ndct, body, headers: session.headers })),
      );
      const before = await countPayments();
      const responses = await Promise.all(signed.map((one) => tpp.sendAgain(one)));
      const created = responses.filter(({ status }) => status === 201);
      assert.equal(created.length, 1);
      for (const response of responses.filter(({ status }) => status !== 201)) {
        assertRefused(response, { status: 400, code: "PAYMENT_FAILED" });
      }
      assert.equal(await countPayments(), before + 1);
    });

    test("A05: deletes a payment once in 16 concurrent deletions", async () => {
      const { json } = await tpp.sendAgain(await sign());
      const path = `${ndct}/${json.paymentId}`;
      const { headers } = session;
      const responses = await Promise.all(
        Array.from({ length: 16 }, () => tpp.send({ method: "DELETE", path, headers })),
      );
      const statuses = responses.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [204, ...Array<number>(15).fill(409)]);
    });
  });
}
