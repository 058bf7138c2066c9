import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { diagnoseCertificate } from "../../src/certificate/diagnose-certificate.ts";
import { countOf, explainRequest, isInvalid } from "../../src/index.ts";
import { ownReader } from "../../src/reader.ts";
import { checkDigestHeader, computeDigest } from "../../src/signing/index.ts";

const sealPath = new URL("../certificate/fixtures/openssl-seal.pem", import.meta.url);

describe("counts in messages", () => {
  test("one is singular", () => {
    assert.equal(countOf(1, "byte"), "1 byte");
    assert.equal(countOf(0, "byte"), "0 bytes");
    assert.equal(countOf(1, "entry", "entries"), "1 entry");
  });

  test("a digest of a body of one byte", () => {
    const wrong = checkDigestHeader(computeDigest(Buffer.from("b"), "SHA-256"), Buffer.from("a"));
    assert(isInvalid(wrong));
    assert.match(wrong.reason, /does not match the 1 byte of the body/);
  });

  test("one byte after a certificate", () => {
    const { raw } = new X509Certificate(readFileSync(sealPath));
    const longer = Buffer.concat([raw, Buffer.of(0)]).toString("base64");
    assert.match(diagnoseCertificate(ownReader, longer) ?? "", /has 1 byte after its end/);
  });

  test("a clock that is one second off, and a body of one byte", () => {
    const body = Buffer.from("1");
    const headers = [
      ["date", "Mon, 16 Nov 2026 12:00:01 GMT"],
      ["digest", computeDigest(body, "SHA-256")],
    ] as const;
    const sent = { method: "POST", target: "/v1/payments/x", headers, body };
    const { checks } = explainRequest(ownReader, sent, Date.parse("2026-11-16T12:00:00Z"));
    const texts = new Map(checks.map(({ check, text }) => [check, text]));
    assert.match(texts.get("Date") ?? "", /^1 second off/);
    assert.match(texts.get("Digest") ?? "", /matches the 1 byte of the body/);
  });
});
