import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import {
  aBulk,
  aBulkItem,
  aPeriodicPayment,
  bulkNdct,
  periodicNdct,
} from "@varde/testkit/payments";
import { aSession } from "@varde/testkit/psu";
import { assertRefused } from "@varde/testkit/responses";
import { cpuBudgetMs } from "@varde/testkit/rounds";
import { aTpp, type RawResponse } from "@varde/testkit/tpp";

const bank = await aBank();
after(() => bank.close());
const tpp = aTpp(bank);
const { headers } = await aSession(bank, tpp);

const mebibyte = 1024 * 1024;
const cpuMsMax = cpuBudgetMs(50);

/** Sends the same request several times; returns the last response and the least CPU time. */
const measure = async (path: string, body: string, rounds = 4) => {
  let cpuMs = Number.POSITIVE_INFINITY;
  let response: RawResponse | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const signed = await tpp.sign({ path, body, headers });
    const before = process.threadCpuUsage();
    response = await tpp.sendAgain(signed);
    const { user, system } = process.threadCpuUsage(before);
    cpuMs = Math.min(cpuMs, (user + system) / 1000);
  }
  assert(response !== undefined);
  return { response, cpuMs };
};

const bulk = JSON.stringify(aBulk([aBulkItem()]));
const withField = (field: string) => bulk.replace("{", `{${field},`);
const names = (count: number) =>
  Array.from({ length: count }, (_, at) => `"${at.toString(36)}":1`).join();

const tooManyNames = /more than 500 different names/;
const tooDeep = /nested more than 32 levels deep/;

/** Bodies of about the greatest size, and the limit that the refusal names. */
const attacks: Readonly<Record<string, readonly [body: string, limit: RegExp]>> = {
  "80 000 different names": [withField(names(80_000)), tooManyNames],
  "80 000 different names in an unknown field": [
    withField(`"more":{${names(80_000)}}`),
    tooManyNames,
  ],
  "names that end in a duplicate": [withField(`${names(80_000)},"1a":1`), tooManyNames],
  "nesting of 500 000": ["[".repeat(500_000) + "]".repeat(500_000), tooDeep],
  "nesting of 100 000 objects": [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, tooDeep],
  "a million open brackets": ["[".repeat(mebibyte), tooDeep],
  "one string": [
    bulk.replace(/"creditorName":"/, `$&${"x".repeat(mebibyte - 2_000)}`),
    /has \d+ characters; at most 70 are allowed/,
  ],
  "one string of combining marks": [
    bulk.replace(/"creditorName":"/, `$&${"\u0301\u0316".repeat(260_000)}`),
    /more than 30 combining marks/,
  ],
};

describe("bodies of the greatest size", () => {
  for (const [title, [body, limit]] of Object.entries(attacks)) {
    test(`A32: refuses ${title} by a named limit in 50 ms of CPU`, async (context) => {
      assert.ok(Buffer.byteLength(body) <= mebibyte, String(Buffer.byteLength(body)));
      const { response, cpuMs } = await measure(bulkNdct, body);
      assertRefused(response, { status: 400, code: "FORMAT_ERROR" });
      assert.match(response.json.tppMessages[0].text, limit);
      context.diagnostic(`${cpuMs.toFixed(1)} ms`);
      assert.ok(cpuMs <= cpuMsMax, `${cpuMs} ms`);
    });
  }

  test("A32: compares the items of a list in linear time", async () => {
    const monthsOfExecution = Array.from({ length: 8_000 }, (_, at) => at.toString(36));
    const body = JSON.stringify(aPeriodicPayment({ monthsOfExecution }));
    const { response, cpuMs } = await measure(periodicNdct, body);
    assertRefused(response, { status: 400, code: "FORMAT_ERROR" });
    assert.match(response.json.tppMessages[0].text, /has 8000 items; give an array of 1 to 11/);
    assert.ok(cpuMs <= cpuMsMax, `${cpuMs} ms`);
  });

  test("A32: reports what an honest bulk of 1 000 payments costs", async (context) => {
    const street = "Street with a long name ".repeat(3).slice(0, 70);
    const items = () =>
      Array.from({ length: 1_000 }, (_, at) =>
        aBulkItem({
          creditorName: `Payee ${at} `.repeat(9).slice(0, 70),
          creditorAddress: { street, postalCode: "0155", city: street, country: "NO" },
          remittanceInformationUnstructured: `Invoice ${at} `.repeat(20).slice(0, 140),
          endToEndIdentification: `invoice-${at}`,
        }),
      );
    let cpuMs = Number.POSITIVE_INFINITY;
    let bytes = 0;
    for (let round = 0; round < 3; round += 1) {
      const body = JSON.stringify(aBulk(items()), undefined, 3);
      bytes = Buffer.byteLength(body);
      const measured = await measure(bulkNdct, body, 1);
      assert.equal(measured.response.status, 201, measured.response.text);
      cpuMs = Math.min(cpuMs, measured.cpuMs);
    }
    const perKb = (cpuMs / bytes) * 1024;
    context.diagnostic(`${bytes} bytes: ${cpuMs.toFixed(1)} ms, ${perKb.toFixed(3)} ms per kB`);
  });
});
