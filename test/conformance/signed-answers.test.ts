import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { verifyResponse } from "@varde/protocol";
import { startBank } from "@varde/sandbox";
import { assertRefused } from "../support/assert-refused.ts";
import { tamperedPayments } from "../support/tampered-payments.ts";

const bank = await startBank();
after(() => bank.close());
const { create } = await tamperedPayments(bank);

describe("signed answers", () => {
  const verify = async (more: Readonly<Record<string, string>>) => {
    const requestId = randomUUID();
    const answer = await create({ headers: { "X-Request-ID": requestId, ...more } });
    const verdict = verifyResponse({
      header: (name) => answer.headers[name] as string | undefined,
      body: Buffer.from(answer.text),
      requestId,
      anchors: [bank.authority.certificate],
      atMs: Date.now(),
    });
    return { answer, verdict };
  };

  test("SIG-10, SIG-36: an answer is signed by the bank when the TPP asks for it", async () => {
    const { verdict } = await verify({ "Accept-Signature": "sig" });
    assert.ok(verdict.ok, verdict.ok ? "" : verdict.reason);
    const { answer } = await verify({});
    assert.equal(answer.headers.signature, undefined);
  });

  test("SIG-36: a refusal of an odd X-Request-ID is signed as well", async () => {
    const bytes = Buffer.from("blåbær-ŋ", "utf8").toString("latin1");
    const answer = await create({ headers: { "X-Request-ID": bytes, "Accept-Signature": "sig" } });
    assertRefused(answer, { status: 400, code: "FORMAT_ERROR", path: "X-Request-ID" });
    assert.ok(answer.headers.signature);
  });

  test("SIG-36: a refusal is signed as well", async () => {
    const { answer, verdict } = await verify({ "Accept-Signature": "sig", "PSU-IP-Address": "x" });
    assert.equal(answer.status, 400);
    assert.ok(verdict.ok, verdict.ok ? "" : verdict.reason);
  });
});
