import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { aBank } from "@varde/testkit/bank";
import { aPayment, ndct } from "@varde/testkit/payments";
import { formatRequest, resign, sendBytes } from "@varde/testkit/tpp";
import { coveredNames, repelledAttacks } from "./repelled-attacks.ts";

const bank = await aBank();
after(() => bank.close());
const { tpp, headers, assertRepelled } = await repelledAttacks(bank);
const { http } = bank.addresses;
const { key } = tpp;

describe("requests with an ambiguous target or length", () => {
  const names = ["(request-target)", ...coveredNames];

  const sendTo = async (target: string, more: Record<string, string | string[]> = {}) => {
    const signed = await tpp.sign({ path: ndct, body: aPayment(), headers });
    const sent = { Host: new URL(http).host, ...signed.headers, ...more };
    return sendBytes(http, formatRequest("POST", target, sent, signed.body));
  };

  test("A01: refuses an absolute-form target", async () => {
    await assertRepelled(() => sendTo(`${http}${ndct}`));
    await assertRepelled(() => sendTo(`http://evil.example${ndct}`));
  });

  test("A01: refuses two Host headers", async () => {
    await assertRepelled(() => sendTo(ndct, { Host: ["127.0.0.1", "evil.example"] }));
  });

  test("A01: refuses a target that is spelled differently from the signed one", async () => {
    const signed = await tpp.sign({
      path: ndct,
      body: aPayment(),
      headers,
      tamper: (sent) => resign(sent, { key, names, target: ndct }),
    });
    const spellings = [
      ndct.replace("norwegian", "%6Eorwegian"),
      `${ndct}?`,
      `${ndct}?allowLogicalDuplicate=true`,
    ];
    for (const path of spellings) {
      await assertRepelled(() => tpp.sendAgain({ ...signed, path }));
    }
    assert.equal((await tpp.sendAgain(signed)).status, 201);
  });

  test("A01: refuses a request with two lengths", async () => {
    const start = `POST ${ndct} HTTP/1.1\r\nHost: ${new URL(http).host}\r\n`;
    const heads = [
      `${start}Content-Length: 3\r\nContent-Length: 4\r\n\r\n`,
      `${start}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `${start}X-Request-ID: a\nPSU-ID: b\r\n\r\n`,
      "GARBAGE\r\n\r\n",
    ];
    for (const head of heads) await assertRepelled(() => sendBytes(http, Buffer.from(head)));
  });

  test("A01: refuses a header that is repeated after thousands of others", async () => {
    const padding = Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`a${at}`, ""]));
    const more = { ...padding, "psu-id": randomUUID() };
    const response = await assertRepelled(() => sendTo(ndct, more));
    assert.match(response.text, /more than once/);
  });

  test("A01: refuses headers over 32 KB with 431", async () => {
    const more = { "X-Padding": "x".repeat(40_000) };
    await assertRepelled(() => sendTo(ndct, more), 431);
  });
});
