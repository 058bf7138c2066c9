import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { isInvalid, verifyResponse } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { ndct } from "@varde/testkit/payments";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, type RawResponse } from "@varde/testkit/tpp";
import { tamperedPayments } from "./tampered-payments.ts";

const bank = await aBank();
after(() => bank.close());
const { tpp, create } = await tamperedPayments(bank);

describe("signed responses", () => {
  const verdictOn = (response: RawResponse, requestId: string, { authority }: TestBank) => {
    const verdict = verifyResponse({
      header: (name) => response.headers[name] as string | undefined,
      body: Buffer.from(response.text),
      requestId,
      anchors: [authority.certificate],
      atMs: Date.now(),
    });
    return isInvalid(verdict) ? verdict.reason : "signed";
  };
  const verify = async (more: Readonly<Record<string, string>>) => {
    const requestId = randomUUID();
    const response = await create({ headers: { "X-Request-ID": requestId, ...more } });
    return { response, verdict: verdictOn(response, requestId, bank) };
  };

  test("SIG-10, SIG-36: signs a response when the TPP asks for it", async () => {
    const { verdict } = await verify({ "Accept-Signature": "sig" });
    assert.equal(verdict, "signed");
    const { response } = await verify({});
    assert.equal(response.headers.signature, undefined);
  });

  test("SIG-36: signs the refusal of a malformed X-Request-ID", async () => {
    const bytes = Buffer.from("blåbær-ŋ", "utf8").toString("latin1");
    const response = await create({
      headers: { "X-Request-ID": bytes, "Accept-Signature": "sig" },
    });
    assertRefused(response, { status: 400, code: "FORMAT_ERROR", path: "X-Request-ID" });
    assert.ok(response.headers.signature);
  });

  test("SIG-36: signs a refusal as well", async () => {
    const { response, verdict } = await verify({
      "Accept-Signature": "sig",
      "PSU-IP-Address": "x",
    });
    assert.equal(response.status, 400);
    assert.equal(verdict, "signed");
  });

  const refused = [
    ["GET", "/v1/nothing-here", 404],
    ["PUT", ndct, 405],
    ["GET", "/v1/accounts/", 404],
    ["GET", "/v1/accounts/a%2fb", 400],
  ] as const;

  for (const [method, path, status] of refused) {
    test(`SIG-36: signs the ${status} for ${method} ${path}, an unknown path`, async () => {
      const headers = { "X-Request-ID": randomUUID(), "Accept-Signature": "sig" };
      const response = await tpp.send({ method, path, headers });
      assert.equal(response.status, status, response.text);
      assert.equal(verdictOn(response, headers["X-Request-ID"], bank), "signed");
    });
  }

  test("SIG-10: signs every response of a bank that always signs", async () => {
    const signing = await aBank({ bank: { responseSigning: "always" } });
    const caller = aTpp(signing);
    try {
      for (const path of ["/v1/sandbox/customers", "/v1/accounts", "/v1/nothing-here"]) {
        const headers = { "X-Request-ID": randomUUID() };
        const response = await caller.send({ path, headers });
        assert.equal(verdictOn(response, headers["X-Request-ID"], signing), "signed", path);
      }
    } finally {
      await signing.close();
    }
  });
});
