import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { aBank, countRows } from "@varde/testkit/bank";
import { aBulk, aPayment, bulkNdct, ndct } from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);
const good = JSON.stringify(aPayment());

const send = (body: string | Buffer, contentType: string | undefined = "application/json") =>
  tpp.send({ path: ndct, body, headers: { ...headers, "Content-Type": contentType } });

const nest = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const withField = (json: string) => good.replace("{", `{"more":${json},`);

const notJson: Readonly<Record<string, string | Buffer>> = {
  "a duplicate key": good.replace("{", '{"creditorName":"Mallory",'),
  "a duplicate key, escaped": good.replace("{", '{"creditor\\u004eame":"Mallory",'),
  "a nested duplicate key": good.replace('{"amount"', '{"currency":"SEK","amount"'),
  "a byte order mark": Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(good)]),
  "a trailing comma": good.replace(/\}$/, ",}"),
  NaN: withField("NaN"),
  "a comment": good.replace("{", "{/* hello */"),
  "single quotes": good.replaceAll('"', "'"),
  "two values": `${good}${good}`,
  "a lone surrogate": withField('"\\ud83d"'),
  "a lone surrogate as a key": withField('{"\\udc00":1}'),
  "a raw control character": withField('"a\u0001b"'),
  "invalid UTF-8": Buffer.concat([
    Buffer.from('{"more":"'),
    Buffer.of(0xc3, 0x28),
    Buffer.from('"}'),
  ]),
  "an overlong slash": Buffer.concat([
    Buffer.from('{"more":"'),
    Buffer.of(0xc0, 0xaf),
    Buffer.from('"}'),
  ]),
  "UTF-16": Buffer.from(good, "utf16le"),
  "33 levels": withField(nest(33)),
  "20 000 levels": nest(20_000),
  "20 000 open brackets": "[".repeat(20_000),
  "10 000 open objects": '{"a":'.repeat(10_000),
  nothing: "",
  blanks: " \n ",
  "a word": "payment",
};

const otherValues: Readonly<Record<string, string>> = {
  "an array": `[${good}]`,
  null: "null",
  "a string": '"payment"',
  "a number": "1",
  "an empty object": "{}",
};

describe("contents of a body", () => {
  for (const [kind, body] of Object.entries(notJson)) {
    test(`B12: refuses ${kind} with 400`, async () => {
      const before = await countRows(bank);
      assertRefused(await send(body), { status: 400, code: "FORMAT_ERROR" });
      assert.deepEqual(await countRows(bank), before);
    });
  }

  for (const [kind, body] of Object.entries(otherValues)) {
    test(`B12: refuses ${kind} in place of a payment with 400`, async () => {
      assertRefused(await send(body), { status: 400, code: "FORMAT_ERROR" });
    });
  }

  test("B12: refuses a number out of range in place of text with 400", async () => {
    const body = good.replace(/"amount":"[^"]*"/, '"amount":1e400');
    assertRefused(await send(body), { status: 400, code: "FORMAT_ERROR" });
  });

  test("B12: refuses a text of 64 kB with 413, and a shorter one with 400", async () => {
    const named = (length: number) =>
      JSON.stringify(aPayment({ creditorName: "x".repeat(length) }));
    assertRefused(await send(named(64 * 1024)), { status: 413, code: "BAD_REQUEST" });
    const path = "/creditorName";
    assertRefused(await send(named(60_000)), { status: 400, code: "FORMAT_ERROR", path });
  });

  test("B12: ignores names with a meaning in JavaScript", async () => {
    for (const name of ["constructor", "toString", "hasOwnProperty"]) {
      const body = JSON.stringify(aPayment()).replace("{", `{"${name}":{"isAdmin":true},`);
      const response = await send(body);
      assert.equal(response.status, 201, response.text);
    }
    const inherited = JSON.stringify({}).replace("{", `{"__proto__":${good}`);
    assertRefused(await send(inherited), { status: 400, code: "FORMAT_ERROR" });
    assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
  });

  test("B12: accepts 32 levels of nesting", async () => {
    const response = await send(JSON.stringify(aPayment()).replace("{", `{"more":${nest(31)},`));
    assert.equal(response.status, 201, response.text);
  });
});

describe("content type of a body", () => {
  const types = [
    "",
    "text/plain",
    "application/xml",
    "text/json",
    "application/jsonp",
    "application/json; charset=iso-8859-1",
    "application/json; charset=utf-16",
    "application/json, text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "nonsense",
    "application/json; charset",
  ];
  for (const type of types) {
    test(`B13: refuses the content type "${type}" with 415`, async () => {
      assertRefused(await send(good, type), { status: 415, code: "BAD_REQUEST" });
    });
  }

  test("B13: refuses a body without a content type with 415", async () => {
    const response = await tpp.send({
      path: ndct,
      body: good,
      headers,
      tamper: (sent) => delete sent["Content-Type"],
    });
    assertRefused(response, { status: 415, code: "BAD_REQUEST", path: "Content-Type" });
  });

  test("B13: refuses a compressed body with 415", async () => {
    const response = await tpp.send({
      path: ndct,
      body: gzipSync(good),
      headers: { ...headers, "Content-Encoding": "gzip" },
    });
    assertRefused(response, { status: 415, code: "BAD_REQUEST" });
  });

  test("B13: accepts every spelling of JSON in UTF-8", async () => {
    const written = [
      "application/json",
      "Application/JSON;charset=UTF-8",
      'application/json; charset="utf-8"',
    ];
    for (const type of written) {
      const response = await send(JSON.stringify(aPayment()), type);
      assert.equal(response.status, 201, `${type}: ${response.text}`);
    }
  });

  test("B13: ignores any body where none is expected, but verifies its Digest", async () => {
    const { json } = await send(JSON.stringify(aPayment()));
    const path = `${ndct}/${json.paymentId}/status`;
    const read = (more: object) => tpp.send({ method: "GET", path, ...more });
    const xml = { body: "<x/>", headers: { "Content-Type": "text/xml" } };
    assert.equal((await read(xml)).status, 200);
    assert.equal((await read({ headers: { "Content-Type": "application/json" } })).status, 200);
    const swapped = await read({ ...xml, sentBody: "<y/>" });
    assertRefused(swapped, { status: 400, code: "BAD_REQUEST", path: "Digest" });
  });
});

test("LIM-27: refuses a bulk of more than 100 000 values with 400", async () => {
  const payments = Array.from({ length: 100_001 }, () => ({}));
  const response = await tpp.send({ path: bulkNdct, body: aBulk(payments), headers });
  assertRefused(response, { status: 400, code: "FORMAT_ERROR" });
  assert.match(response.text, /The body has more than 100000 values; send fewer elements/);
});
