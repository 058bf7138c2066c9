import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync } from "node:crypto";
import { after, describe, test } from "node:test";
import { formatSignatureHeader, isInvalid, parseSignatureHeader } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { aPayment, ndct } from "@varde/testkit/payments";
import {
  changePart,
  pemBody,
  RawTpp,
  resign,
  selfSigned,
  TestAuthority,
  tppName,
} from "@varde/testkit/tpp";
import { repelledAttacks, setTo, signatureWith } from "./repelled-attacks.ts";

const bank = await aBank();
after(() => bank.close());
const { tpp, headers, body, attack, assertRepelled } = await repelledAttacks(bank);
const { http } = bank.addresses;
const { key } = tpp;

describe("keys and algorithms", () => {
  test("A01: refuses none, hmac-sha256 with the public key and rsa-sha1", async () => {
    const certificate = Buffer.from(bank.tpp.certificatePem);
    for (const algorithm of ["none", "hmac-sha256", "hs2019", "rsa-sha1", "rsa-pss-sha256", ""]) {
      await assertRepelled(() =>
        attack((sent) => {
          const secret = createHmac("sha256", certificate).update(body).digest("base64");
          const marked = changePart(String(sent.Signature), "algorithm", algorithm);
          sent.Signature = changePart(marked, "signature", secret);
        }),
      );
    }
  });

  test("A01: refuses elliptic-curve and PSS certificates", async () => {
    const authority = new TestAuthority();
    const kinds = [
      generateKeyPairSync("ec", { namedCurve: "P-256" }),
      generateKeyPairSync("rsa-pss", { modulusLength: 2048 }),
      generateKeyPairSync("ed25519"),
    ];
    for (const keys of kinds) {
      const der = Buffer.from(pemBody(authority.issue({ keys }).certificatePem), "base64");
      await assertRepelled(() =>
        attack(setTo("TPP-Signature-Certificate", der.toString("base64"))),
      );
    }
  });

  test("A01: refuses a victim's certificate with another key's signature", async () => {
    await assertRepelled(() => attack((sent) => resign(sent, { key: pooledRsaKeys().privateKey })));
  });

  test("A01: refuses another certificate with the victim's name and serial number", async () => {
    const victim = await tpp.send({ path: ndct, body: aPayment(), headers });
    assert.equal(victim.status, 201);
    const { serialNumber } = tpp.certificate;
    const twin = selfSigned({ serialNumber, subject: tppName("Test TPP") });
    const sameNames = new TestAuthority("Varde sandbox CA").issue({
      serialNumber,
      subject: tppName("Test TPP"),
    });
    for (const identity of [twin, sameNames]) {
      const attacker = new RawTpp(http, identity);
      const path = `${ndct}/${victim.json.paymentId}`;
      assert.equal((await attacker.send({ path })).status, 404);
      const stolen = await attacker.send({ path: ndct, body: aPayment(), headers });
      assert.equal(stolen.status, 401);
      assert.equal(stolen.json.tppMessages[0].code, "PSU_CREDENTIALS_INVALID");
      const mixed = await attacker.sign({ path: ndct, body: aPayment(), headers });
      mixed.headers["TPP-Signature-Certificate"] = tpp.certificate.der.toString("base64");
      await assertRepelled(() => attacker.sendAgain(mixed));
    }
  });
});

describe("malformed signatures and certificates", () => {
  test("A01: refuses an empty signature and one of another length", async () => {
    for (const bytes of [0, 1, 255, 257, 512]) {
      const signature = Buffer.alloc(bytes, 7).toString("base64");
      await assertRepelled(() =>
        attack(signatureWith((text) => changePart(text, "signature", signature))),
      );
    }
  });

  test("A01: refuses base64 with blanks, in the URL alphabet or without padding", async () => {
    const broken: readonly ((base64: string) => string)[] = [
      (base64) => base64.replace(/=+$/, ""),
      (base64) => `${base64.slice(0, 20)} ${base64.slice(20)}`,
      (base64) => `${base64}=`,
      (base64) => Buffer.from(base64, "base64").toString("base64url"),
    ];
    for (const change of broken) {
      await assertRepelled(() =>
        attack((sent) => {
          const parsed = parseSignatureHeader(String(sent.Signature));
          assert.ok(!isInvalid(parsed));
          const base64 = parsed.signature.toString("base64");
          sent.Signature = changePart(String(sent.Signature), "signature", change(base64));
        }),
      );
      await assertRepelled(() =>
        attack((sent) => {
          const digest = String(sent.Digest);
          sent.Digest = `SHA-256=${change(digest.slice("SHA-256=".length))}`;
          resign(sent, { key });
        }),
      );
    }
  });

  test("A01: refuses a certificate that is over 8 KB, deeply nested or truncated", async () => {
    const nested = Buffer.from("3080".repeat(3000), "hex").toString("base64");
    const long = new TestAuthority().issue({ subject: tppName("x".repeat(4_000)) });
    const cut = tpp.certificate.der.subarray(0, -20).toString("base64");
    const grown = Buffer.concat([tpp.certificate.der, Buffer.from("x")]).toString("base64");
    for (const value of [nested, pemBody(long.certificatePem), cut, grown, "MIIB", "%00"]) {
      await assertRepelled(() => attack(setTo("TPP-Signature-Certificate", value)));
    }
  });

  test("A01: refuses a Signature header that is over 8 KB or full of quotes", async () => {
    const malformed = [
      (text: string) => `${text},x="${"y".repeat(8192)}"`,
      () => '"'.repeat(4000),
      () => 'keyId="\\"'.repeat(500),
      () => `=?utf-8?B?${"A".repeat(4000)}?=`,
      () => "=?utf-8?Q?keyId=",
    ];
    for (const change of malformed) await assertRepelled(() => attack(signatureWith(change)));
  });

  test("A01: refuses a keyId that contains a second list of headers", async () => {
    await assertRepelled(() =>
      attack((sent) => {
        const parsed = parseSignatureHeader(String(sent.Signature));
        assert.ok(!isInvalid(parsed));
        sent.Signature = formatSignatureHeader({
          ...parsed,
          keyId: `${parsed.keyId}",headers="date`,
          headers: ["date"],
        });
      }),
    );
  });
});
