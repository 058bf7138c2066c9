import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isInvalid } from "../../src/invalid.ts";
import { ownReader } from "../../src/reader.ts";
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

const verdict = (headers: Map<string, string>, changes: object = {}): string => {
  const result = verifyResponse({
    reader: ownReader,
    header: (name) => headers.get(name),
    body,
    requestId: "r-1",
    atMs: nowMs,
    ...changes,
  });
  return isInvalid(result) ? result.reason : "verified";
};

describe("a signed response", () => {
  test("SIG-10: covers date, digest and x-request-id, and verifies", async () => {
    const headers = await sent();
    assert.equal(verdict(headers), "verified");
    assert.equal(verdict(headers, { anchors: [anAuthority()] }), "verified");
    const header = parseSignatureHeader(headers.get("signature") ?? "");
    assert.deepEqual(!isInvalid(header) && header.headers, ["date", "digest", "x-request-id"]);
  });

  test("A18: is refused if any bit of the body or of a signed value is changed", async () => {
    const headers = await sent();
    for (let bit = 0; bit < body.length * 8; bit++) {
      const changed = Buffer.from(body);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      assert.match(verdict(headers, { body: changed }), /Digest/);
    }
    for (const name of ["date", "digest", "x-request-id", "aspsp-signature-certificate"]) {
      const value = headers.get(name) ?? "";
      const changed = value.replace(/[a-z1]/, (letter) => (letter === "z" ? "y" : "z"));
      assert.notEqual(changed, value, name);
      assert.notEqual(verdict(new Map([...headers, [name, changed]])), "verified", name);
    }
  });

  test("SIG-11: is refused if a header is missing or it belongs to another request", async () => {
    for (const name of ["signature", "aspsp-signature-certificate", "digest", "date"]) {
      const headers = await sent();
      headers.delete(name);
      assert.notEqual(verdict(headers), "verified", name);
    }
    assert.match(verdict(await sent(), { requestId: "r-2" }), /another/);
  });

  test("is refused if the signature does not cover a required header", async () => {
    const headers = await sent();
    const value = headers.get("signature") ?? "";
    headers.set("signature", value.replace("date digest", "date"));
    assert.match(verdict(headers), /without digest/);
  });

  test("is refused if the signer does not lead to an anchor", async () => {
    const headers = await sent();
    assert.match(
      verdict(headers, { anchors: [] }),
      /not issued by a trusted certificate authority/,
    );
    const other = anAuthority({ keys: otherRsaKeys, issuerKeys: otherRsaKeys });
    assert.match(verdict(headers, { anchors: [other] }), /signature/);
    const late = { anchors: [anAuthority()], atMs: nowMs + 800 * dayMs };
    assert.match(verdict(headers, late), /expired/);
  });
});
