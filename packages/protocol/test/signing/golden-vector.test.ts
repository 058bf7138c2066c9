import assert from "node:assert/strict";
import { createPublicKey } from "node:crypto";
import { test } from "node:test";
import { isInvalid } from "../../src/invalid.ts";
import { buildSigningString, computeDigest, verifySignature } from "../../src/signing/index.ts";

/** The test key of draft-cavage-http-signatures, appendix C. */
const publicKey = createPublicKey(`-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDCFENGw33yGihy92pDjZQhl0C3
6rPJj+CvfSC8+q28hxA161QFNUd13wuCTUcq0Qd2qsBe/2hFyc2DCJJg0h1L78+6
Z4UMR7EOcpfdUE9Hf3m/hs+FUR45uBJeDK1HSFHD8bHKD6kv8FPGfJTotc+2xjJw
oYi+1hqp1fIekaxsyQIDAQAB
-----END PUBLIC KEY-----`);

const body =
  '{"instructedAmount":{"amount":"100.33","currency":"NOK"},"creditorName":"Company 123"}';

const headers: Readonly<Record<string, string>> = {
  date: "Sun, 05 Jan 2014 21:31:40 GMT",
  digest: computeDigest(Buffer.from(body), "SHA-256"),
  "x-request-id": "99391c7e-ad88-49ec-a2ad-99ddcb1f7721",
  "psu-id": "0f3c1a52-6f1e-4a8e-9d0b-2f6c7e1b9a10",
  "tpp-redirect-uri": "https://tpp.example/cb?state=a%20b",
};

const signature = Buffer.from(
  "c01tXUyG6caqUW5NxBgKbAUf/Ey0YVdHnL/aCxMa6GZ9SBVUivXTxaUVYZGZ4TixoH13he9HkppxOJQDN0lyNguiMIJZ5M" +
    "+GazWWhDWgBT/qFjhMaXDnqrF2blooZoOzHzKEHp46sQ+0w1j94/Qz+9wuI5tGKO4Gd18FuMcJVV0=",
  "base64",
);

test("SIG-23, SIG-26, SIG-27: builds the string that the golden signature signs", () => {
  assert.equal(headers.digest, "SHA-256=uR5e9UepEUwxec7xUk+ZXvhbjlEoSFZbdlN6gCCBsK4=");
  const text = buildSigningString(Object.keys(headers), {
    method: "POST",
    target: "/v1/payments/norwegian-domestic-credit-transfers",
    header: (name) => headers[name],
  });
  assert.ok(!isInvalid(text));
  assert.ok(verifySignature(publicKey, "rsa-sha256", text, signature));
});

test("SIG-26: leaves out blanks around a value", () => {
  const message = { method: "GET", target: "/", header: () => " \ta b\t " };
  assert.deepEqual(buildSigningString(["date"], message), "date: a b");
});
