import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { verifyResponse } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { ndct } from "@varde/testkit/payments";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawAnswer } from "@varde/testkit/tpp";
import { tamperedPayments } from "./tampered-payments.ts";

const bank = await aBank();
after(() => bank.close());
const { tpp, create } = await tamperedPayments(bank);

describe("signed answers", () => {
  const verdictOn = (answer: RawAnswer, requestId: string, { authority }: TestBank) => {
    const verdict = verifyResponse({
      header: (name) => answer.headers[name] as string | undefined,
      body: Buffer.from(answer.text),
      requestId,
      anchors: [authority.certificate],
      atMs: Date.now(),
    });
    return verdict.ok ? "signed" : verdict.reason;
  };
  const verify = async (more: Readonly<Record<string, string>>) => {
    const requestId = randomUUID();
    const answer = await create({ headers: { "X-Request-ID": requestId, ...more } });
    return { answer, verdict: verdictOn(answer, requestId, bank) };
  };

  test("SIG-10, SIG-36: an answer is signed by the bank when the TPP asks for it", async () => {
    const { verdict } = await verify({ "Accept-Signature": "sig" });
    assert.equal(verdict, "signed");
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
    assert.equal(verdict, "signed");
  });

  const turnedAway = [
    ["GET", "/v1/nothing-here", 404],
    ["PUT", ndct, 405],
    ["GET", "/v1/accounts/", 404],
    ["GET", "/v1/accounts/a%2fb", 400],
  ] as const;

  for (const [method, path, status] of turnedAway) {
    test(`SIG-36: a ${status} for ${method} ${path}, which leads nowhere, is signed`, async () => {
      const headers = { "X-Request-ID": randomUUID(), "Accept-Signature": "sig" };
      const answer = await tpp.send({ method, path, headers });
      assert.equal(answer.status, status, answer.text);
      assert.equal(verdictOn(answer, headers["X-Request-ID"], bank), "signed");
    });
  }

  test("SIG-10: a bank that signs always signs what nobody asked it to", async () => {
    const signing = await aBank({ bank: { responseSigning: "always" } });
    const caller = aTpp(signing);
    try {
      for (const path of ["/v1/sandbox/customers", "/v1/accounts", "/v1/nothing-here"]) {
        const headers = { "X-Request-ID": randomUUID() };
        const answer = await caller.send({ path, headers });
        assert.equal(verdictOn(answer, headers["X-Request-ID"], signing), "signed", path);
      }
    } finally {
      await signing.close();
    }
  });
});
