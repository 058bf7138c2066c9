import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, test } from "node:test";
import { formatUse, signatureKey, UsedSignatures } from "../../src/request/used-signatures.ts";

const second = 1000;
const read = "GET /v1/accounts";
const write = "POST /v1/consents";

describe("the memory of signatures", () => {
  test("SIG-42: returns the first use of a signature, however often it is used", () => {
    const used = new UsedSignatures();
    assert.equal(used.findFirstUse("a", read, 0), read);
    assert.equal(used.findFirstUse("a", write, 1), read);
    assert.equal(used.findFirstUse("a", write, 2), read);
    assert.equal(used.findFirstUse("b", write, 3), write);
  });

  test("SIG-42: remembers a signature for as long as its Date can be accepted", () => {
    for (const firstAt of [0, 60, 121, 122, 130]) {
      const used = new UsedSignatures();
      used.findFirstUse("earlier", read, 0);
      used.findFirstUse("a", read, firstAt * second);
      // Other requests begin a new generation in between.
      for (let at = firstAt; at < firstAt + 121; at += 10) {
        used.findFirstUse(`other ${at}`, read, at * second);
      }
      assert.equal(used.findFirstUse("a", write, (firstAt + 121.9) * second), read);
    }
  });

  test("forgets a signature when two generations have passed", () => {
    const used = new UsedSignatures();
    used.findFirstUse("a", read, 0);
    for (const at of [130, 260]) used.findFirstUse(`other ${at}`, read, at * second);
    assert.equal(used.findFirstUse("a", write, 260 * second), write);
  });

  test("forgets the oldest signatures when it is full, and never exceeds its size", () => {
    const used = new UsedSignatures(100);
    for (let index = 0; index < 1000; index += 1) {
      assert.equal(used.findFirstUse(`signature ${index}`, read, index), read);
      assert.ok(used.size <= 200);
    }
    for (let index = 900; index < 1000; index += 1) {
      assert.equal(used.findFirstUse(`signature ${index}`, write, 1000), read);
    }
    assert.equal(used.findFirstUse("signature 0", write, 1000), write);
  });

  test("keeps working when the machine's clock is set back", () => {
    const used = new UsedSignatures();
    used.findFirstUse("a", read, 3_600 * second);
    assert.equal(used.findFirstUse("b", write, 0), write);
    assert.equal(used.findFirstUse("a", write, 1), read);
    for (const at of [130, 260]) used.findFirstUse(`other ${at}`, read, at * second);
    assert.equal(used.findFirstUse("a", write, 260 * second), write);
  });
});

describe("signatureKey", () => {
  const certificate = { publicKeyFingerprint: "ab".repeat(32) };
  const signature = randomBytes(256);

  test("differs by public key and by signature", () => {
    const keys = [
      signatureKey(certificate, signature),
      signatureKey({ publicKeyFingerprint: "cd".repeat(32) }, signature),
      signatureKey(certificate, randomBytes(256)),
    ];
    assert.equal(new Set(keys).size, 3);
    assert.equal(signatureKey(certificate, Buffer.from(signature)), keys[0]);
  });
});

describe("formatUse", () => {
  test("SIG-42: leaves the query out", () => {
    assert.equal(formatUse("b", "GET", "/v1/accounts"), "b GET /v1/accounts");
    assert.equal(formatUse("b", "GET", "/v1/accounts?a=/v1/b"), "b GET /v1/accounts");
  });

  test("bounds the length, and still tells long paths apart", () => {
    const long = `/v1/accounts/${"x".repeat(30_000)}`;
    const texts = [`${long}1`, `${long}2`, `${long}2?a=1`].map((path) =>
      formatUse("b", "GET", path),
    );
    assert.equal(new Set(texts).size, 2);
    for (const text of texts) assert.ok(text.length < 400);
  });
});
