import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { isInvalid, parseSignatureHeader } from "@varde/protocol";
import { aBank, countRows } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { changePart, formatRequest, headerValue, RawTpp, sendBytes } from "@varde/testkit/tpp";

// Production mode skips the explanations, which would make thousands of refusals slow.
const bank = await aBank({ bank: { mode: "production" } });
after(() => bank.close());
const { http } = bank.addresses;
const tpp = new RawTpp(http, bank.tpp);
const { headers } = await aSession(bank, tpp);
/** Signs a request for each test: its Date is valid for a minute, and the tests may take longer. */
const sign = () => tpp.sign({ path: ndct, body: aPayment(), headers });

const flip = (bytes: Buffer, bit: number): Buffer => {
  const flipped = Buffer.from(bytes);
  flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
  return flipped;
};

/** Sends all requests, a few at a time, and counts the responses by status. */
const sendAll = async (sends: readonly (() => Promise<{ readonly status: number }>)[]) => {
  const waiting = [...sends];
  const statuses: number[] = [];
  const sendNext = async () => {
    for (let send = waiting.pop(); send !== undefined; send = waiting.pop()) {
      statuses.push((await send()).status);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sendNext));
  return Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
  );
};

const assertAllRefused = async (sends: readonly (() => Promise<{ readonly status: number }>)[]) => {
  const before = await countRows(bank);
  assert.deepEqual(await sendAll(sends), { 400: sends.length });
  assert.deepEqual(await countRows(bank), before);
};

const everyBit = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: bytes.length * 8 }, (_, bit) => flip(bytes, bit));

describe("single flipped bits", () => {
  test("A02: refuses the signature with any bit flipped", async () => {
    const signed = await sign();
    const text = String(signed.headers.Signature);
    const parsed = parseSignatureHeader(text);
    assert.ok(!isInvalid(parsed));
    const flipped = everyBit(parsed.signature);
    assert.equal(flipped.length, 2048);
    await assertAllRefused(
      flipped.map((signature) => () => {
        const Signature = changePart(text, "signature", signature.toString("base64"));
        return tpp.sendAgain({ ...signed, headers: { ...signed.headers, Signature } });
      }),
    );
  });

  for (const name of ["Date", "Digest", "X-Request-ID", "PSU-ID", "TPP-Redirect-URI"]) {
    test(`A02: refuses ${name} with any bit flipped`, async () => {
      const signed = await sign();
      const value = Buffer.from(headerValue(signed.headers, name.toLowerCase()) ?? "");
      const sent = { Host: new URL(http).host, Connection: "close", ...signed.headers };
      await assertAllRefused(
        everyBit(value).map((flipped) => () => {
          const changed = { ...sent, [name]: flipped.toString("latin1") };
          return sendBytes(http, formatRequest("POST", ndct, changed, signed.body));
        }),
      );
    });
  }

  test("A02: refuses the body with a bit flipped in any byte", async () => {
    const signed = await sign();
    const body = Buffer.from(signed.body ?? "");
    await assertAllRefused(
      Array.from(body, (_, at) => () => {
        return tpp.sendAgain({ ...signed, body: flip(body, at * 8 + (at % 8)) });
      }),
    );
  });

  test("A02: serves the request without a flipped bit", async () => {
    assert.equal((await tpp.sendAgain(await sign())).status, 201);
  });
});
