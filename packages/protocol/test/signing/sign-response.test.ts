import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseSignatureHeader, signResponse, verifyResponse } from "../../src/signing/index.ts";
import {
  aCertificate,
  anAuthority,
  dayMs,
  nowMs,
  otherRsaKeys,
  rsaKeys,
} from "../certificate/a-certificate.ts";

const certificate = aCertificate();
const body = Buffer.from('{"paymentId":"1"}');

const sent = async () => {
  const headers = await signResponse({
    requestId: "r-1",
    body,
    key: rsaKeys.privateKey,
    certificate,
    atMs: nowMs,
  });
  return new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
};

const reasonOf = (headers: Map<string, string>, changes: object = {}): string => {
  const answer = verifyResponse({
    header: (name) => headers.get(name),
    body,
    requestId: "r-1",
    atMs: nowMs,
    ...changes,
  });
  return answer.ok ? "verified" : answer.reason;
};

describe("a signed answer", () => {
  test("SIG-10: verifies and covers date, digest and x-request-id", async () => {
    const headers = await sent();
    assert.equal(reasonOf(headers), "verified");
    assert.equal(reasonOf(headers, { anchors: [anAuthority()] }), "verified");
    const header = parseSignatureHeader(headers.get("signature") ?? "");
    assert.deepEqual(header.ok && header.value.headers, ["date", "digest", "x-request-id"]);
  });

  test("A18: any bit of the body or of a signed value changed is refused", async () => {
    const headers = await sent();
    for (let bit = 0; bit < body.length * 8; bit++) {
      const changed = Buffer.from(body);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.match(reasonOf(headers, { body: changed }), /Digest/);
    }
    for (const name of ["date", "digest", "x-request-id", "aspsp-signature-certificate"]) {
      const value = headers.get(name) ?? "";
      const changed = value.replace(/[a-z1]/, (letter) => (letter === "z" ? "y" : "z"));
      assert.notEqual(changed, value, name);
      assert.notEqual(reasonOf(new Map([...headers, [name, changed]])), "verified", name);
    }
  });

  test("SIG-11: an answer that lacks a part, or is to another request, is refused", async () => {
    for (const name of ["signature", "aspsp-signature-certificate", "digest", "date"]) {
      const headers = await sent();
      headers.delete(name);
      assert.notEqual(reasonOf(headers), "verified", name);
    }
    assert.match(reasonOf(await sent(), { requestId: "r-2" }), /another/);
  });

  test("a signature that leaves a header out is refused", async () => {
    const headers = await sent();
    const value = headers.get("signature") ?? "";
    headers.set("signature", value.replace("date digest", "date"));
    assert.match(reasonOf(headers), /without digest/);
  });

  test("a signer that leads to no anchor is refused", async () => {
    const headers = await sent();
    assert.match(reasonOf(headers, { anchors: [] }), /no certificate authority/);
    const other = anAuthority({ keys: otherRsaKeys, issuerKeys: otherRsaKeys });
    assert.match(reasonOf(headers, { anchors: [other] }), /signature/);
    const late = { anchors: [anAuthority()], atMs: nowMs + 800 * dayMs };
    assert.match(reasonOf(headers, late), /expired/);
  });
});
