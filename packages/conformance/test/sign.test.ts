import assert from "node:assert/strict";
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";
import { isInvalid, readCertificatePem } from "@varde/protocol";
import { BankClock } from "../src/wire/bank-clock.ts";
import { headerOf } from "../src/wire/exchange.ts";
import { signChanged } from "../src/wire/sign.ts";

interface Vector {
  readonly name: string;
  readonly certificate: string;
  readonly method: "GET" | "POST";
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signedHeaders: readonly string[];
  readonly signatureHeader: string;
}

const folder = new URL("../../../docs/guides/signing-vectors/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const { key, vectors }: { readonly key: string; readonly vectors: readonly Vector[] } = JSON.parse(
  read("vectors.json"),
);

/**
 * The kit and the bank use the same functions, so a fault of both would not be seen. These vectors
 * are fixed, and test/conformance/signing-vectors.test.ts verifies them with openssl.
 */
for (const vector of vectors) {
  test(`the kit signs the vector ${vector.name} as openssl does`, async () => {
    const certificate = readCertificatePem(read(vector.certificate));
    assert.ok(!isInvalid(certificate));
    const { Host, Digest, ...headers } = vector.headers;
    const signed = await signChanged({
      request: { method: vector.method, path: vector.target, headers },
      change: vector.body === undefined ? {} : { text: read("payment.body") },
      identity: { certificate, key: createPrivateKey(read(key)) },
      clock: new BankClock(),
      coversTarget: vector.signedHeaders.includes("(request-target)"),
      prefix: "",
    });
    assert.equal(headerOf(signed, "signature"), vector.signatureHeader);
    assert.equal(headerOf(signed, "digest"), Digest);
  });
}

test("the bounds of the bank's clock are narrower than the second of its Date", () => {
  const clock = new BankClock();
  const offsetMs = 7_300;
  for (let at = 1_700_000_000_000; at < 1_700_000_003_000; at += 130) {
    const date = new Date(at + offsetMs + 5).toUTCString();
    clock.observe({
      ...{ number: 1, check: "x", startedAt: at, ms: 10, fault: undefined },
      request: { method: "GET", target: "/", headers: [], body: undefined },
      response: { status: 200, headers: [["Date", date]], body: "" },
    });
  }
  const { lowestMs = 0, highestMs = 0 } = clock.bounds ?? {};
  assert.ok(lowestMs <= offsetMs && offsetMs <= highestMs, `${lowestMs} to ${highestMs}`);
  assert.ok(highestMs - lowestMs < 250, `${lowestMs} to ${highestMs}`);
});
