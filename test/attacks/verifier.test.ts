import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { after, describe, test } from "node:test";
import { computeDigest, formatSignatureHeader, parseSignatureHeader } from "@varde/protocol";
import { startBank } from "@varde/sandbox";
import { aPayment, ndctPath } from "../support/a-payment.ts";
import { aSession } from "../support/a-session.ts";
import { assertErrorShape } from "../support/assert-refused.ts";
import { countRows } from "../support/count-rows.ts";
import { type RawAnswer, RawTpp, type SignedRequest } from "../support/raw-tpp.ts";
import { changePart, headerValue, resign } from "../support/resign.ts";
import { rsaKeys, selfSigned, TestAuthority, tppName } from "../support/test-authority.ts";
import { formatRequest, sendBytes } from "../support/wire.ts";

const bank = await startBank();
after(() => bank.close());
const { http } = bank.addresses;
const tpp = new RawTpp(http, bank.tpp);
const { headers, psuId } = await aSession(bank, tpp);
const { key } = tpp;
const body = JSON.stringify(aPayment());
const every = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

type Tamper = (sent: SignedRequest["headers"]) => void;

/** A good payment request, changed after it was signed. */
const attack = async (tamper: Tamper, sentBody?: string | Buffer) =>
  tpp.send({
    path: ndctPath,
    body,
    headers,
    tamper,
    ...(sentBody === undefined ? {} : { sentBody }),
  });

const assertRepelled = async (send: () => Promise<RawAnswer>, status = 400) => {
  const before = await countRows(bank);
  const answer = await send();
  assert.equal(answer.status, status, answer.text);
  assertErrorShape(answer);
  assert.deepEqual(await countRows(bank), before);
  return answer;
};

const setTo =
  (name: string, value: string | string[]): Tamper =>
  (sent) => {
    sent[name] = value;
  };

const signatureWith =
  (change: (header: string) => string): Tamper =>
  (sent) => {
    sent.Signature = change(String(sent.Signature));
  };

describe("signatures that do not cover what was sent", () => {
  test("A01: a request without its signature is repelled", async () => {
    await assertRepelled(() => attack((sent) => delete sent.Signature));
    await assertRepelled(() => attack(setTo("Signature", "")));
  });

  test("A01: a signature without its list of headers is repelled", async () => {
    await assertRepelled(() =>
      attack(signatureWith((text) => text.replace(/,headers="[^"]*"/, ""))),
    );
  });

  test("A03: each name that must be covered is missed when it is left out", async () => {
    for (const name of every) {
      const names = every.filter((one) => one !== name);
      const answer = await assertRepelled(() => attack((sent) => resign(sent, { key, names })));
      assert.match(answer.text, new RegExp(name));
    }
    await assertRepelled(() => attack((sent) => resign(sent, { key, names: ["date"] })));
    await assertRepelled(() =>
      attack((sent) => resign(sent, { key, names: ["(request-target)"], target: ndctPath })),
    );
  });

  test("A03: psu-corporate-id must be covered where it is sent", async () => {
    await assertRepelled(() =>
      attack((sent) => {
        sent["PSU-Corporate-ID"] = randomUUID();
        resign(sent, { key, names: every });
      }),
    );
  });

  test("A01: another body under the same Digest is repelled", async () => {
    const other = body.replace("Arkitekter", "Arkitektar");
    assert.notEqual(other, body);
    await assertRepelled(() => attack(() => {}, other));
    await assertRepelled(() => attack(() => {}, `${body} `));
    await assertRepelled(() => attack(() => {}, Buffer.alloc(0)));
  });

  test("A01: another body with its own Digest is repelled", async () => {
    const other = JSON.stringify(aPayment({ creditorName: "Mallory" }));
    const digest = computeDigest(Buffer.from(other), "SHA-256");
    await assertRepelled(() => attack(setTo("Digest", digest), other));
  });

  test("A01: a header that was added or changed after signing is repelled", async () => {
    const changes: readonly Tamper[] = [
      setTo("PSU-ID", randomUUID()),
      setTo("TPP-Redirect-URI", "https://evil.example/"),
      setTo("X-Request-ID", randomUUID()),
      setTo("PSU-Corporate-ID", randomUUID()),
    ];
    for (const change of changes) await assertRepelled(() => attack(change));
  });

  test("A01: a PSU-ID added after a single-SCA request was signed is repelled", async () => {
    await assertRepelled(() =>
      tpp.send({
        path: ndctPath,
        body,
        headers: { ...headers, "PSU-ID": undefined, "PSU-Context": "PRIVATE" },
        tamper: setTo("PSU-ID", psuId),
      }),
    );
  });

  test("A01: a header that comes twice is repelled, whichever of the two was signed", async () => {
    const names = ["Date", "Digest", "X-Request-ID", "PSU-ID", "TPP-Redirect-URI", "Signature"];
    for (const name of [
      ...names,
      "TPP-Signature-Certificate",
      "TPP-Session-ID",
      "X-PSU-IDENTITY",
    ]) {
      const value = (sent: SignedRequest["headers"]) =>
        headerValue(sent, name.toLowerCase()) ?? "x";
      for (const twice of [
        (good: string) => [good, "another"],
        (good: string) => ["another", good],
        (good: string) => [good, good],
      ]) {
        await assertRepelled(() => attack((sent) => setTo(name, twice(value(sent)))(sent)));
      }
    }
  });
});

describe("keys and algorithms", () => {
  test("A01: none, hmac-sha256 with the public key and rsa-sha1 are repelled", async () => {
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

  test("A01: an empty signature and one of another length are repelled", async () => {
    for (const bytes of [0, 1, 255, 257, 512]) {
      const signature = Buffer.alloc(bytes, 7).toString("base64");
      await assertRepelled(() =>
        attack(signatureWith((text) => changePart(text, "signature", signature))),
      );
    }
  });

  test("A01: a certificate of an elliptic curve or of PSS is repelled", async () => {
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

  test("A01: a victim's certificate under a stranger's signature is repelled", async () => {
    await assertRepelled(() => attack((sent) => resign(sent, { key: rsaKeys().privateKey })));
  });

  test("A01: a victim's name and serial number do not make one the victim", async () => {
    const victim = await tpp.send({ path: ndctPath, body: aPayment(), headers });
    assert.equal(victim.status, 201);
    const { serialNumber } = tpp.certificate;
    const twin = selfSigned({ serialNumber, subject: tppName("Test TPP") });
    const sameNames = new TestAuthority("Varde sandbox CA").issue({
      serialNumber,
      subject: tppName("Test TPP"),
    });
    for (const identity of [twin, sameNames]) {
      const attacker = new RawTpp(http, identity);
      const path = `${ndctPath}/${victim.json.paymentId}`;
      assert.equal((await attacker.send({ path })).status, 404);
      const stolen = await attacker.send({ path: ndctPath, body: aPayment(), headers });
      assert.equal(stolen.status, 401);
      assert.equal(stolen.json.tppMessages[0].code, "PSU_CREDENTIALS_INVALID");
      const mixed = await attacker.sign({ path: ndctPath, body: aPayment(), headers });
      mixed.headers["TPP-Signature-Certificate"] = tpp.certificate.der.toString("base64");
      await assertRepelled(() => attacker.sendAgain(mixed));
    }
  });

  test("A01: base64 with blanks, of URLs or without padding is repelled", async () => {
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
          assert.ok(parsed.ok);
          const base64 = parsed.value.signature.toString("base64");
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

  test("A01: a certificate over 8 KB, nested without end or cut short is repelled", async () => {
    const nested = Buffer.from("3080".repeat(3000), "hex").toString("base64");
    const long = new TestAuthority().issue({ subject: tppName("x".repeat(4_000)) });
    const cut = tpp.certificate.der.subarray(0, -20).toString("base64");
    const grown = Buffer.concat([tpp.certificate.der, Buffer.from("x")]).toString("base64");
    for (const value of [nested, pemBody(long.certificatePem), cut, grown, "MIIB", "%00"]) {
      await assertRepelled(() => attack(setTo("TPP-Signature-Certificate", value)));
    }
  });

  test("A01: a Signature header over 8 KB or full of quotes is repelled", async () => {
    const odd = [
      (text: string) => `${text},x="${"y".repeat(8192)}"`,
      () => '"'.repeat(4000),
      () => 'keyId="\\"'.repeat(500),
      () => `=?utf-8?B?${"A".repeat(4000)}?=`,
      () => "=?utf-8?Q?keyId=",
    ];
    for (const change of odd) await assertRepelled(() => attack(signatureWith(change)));
  });

  test("A01: a keyId cannot smuggle in a second list of headers", async () => {
    await assertRepelled(() =>
      attack((sent) => {
        const parsed = parseSignatureHeader(String(sent.Signature));
        assert.ok(parsed.ok);
        sent.Signature = formatSignatureHeader({
          ...parsed.value,
          keyId: `${parsed.value.keyId}",headers="date`,
          headers: ["date"],
        });
      }),
    );
  });
});

describe("targets", () => {
  const names = ["(request-target)", ...every];

  const sendTo = async (target: string, more: Record<string, string | string[]> = {}) => {
    const signed = await tpp.sign({ path: ndctPath, body: aPayment(), headers });
    const sent = { Host: new URL(http).host, ...signed.headers, ...more };
    return sendBytes(http, formatRequest("POST", target, sent, signed.body));
  };

  test("A01: an absolute-form target is repelled", async () => {
    await assertRepelled(() => sendTo(`${http}${ndctPath}`));
    await assertRepelled(() => sendTo(`http://evil.example${ndctPath}`));
  });

  test("A01: two Host headers are repelled", async () => {
    await assertRepelled(() => sendTo(ndctPath, { Host: ["127.0.0.1", "evil.example"] }));
  });

  test("A01: a target that is written otherwise than it was signed is repelled", async () => {
    const signed = await tpp.sign({
      path: ndctPath,
      body: aPayment(),
      headers,
      tamper: (sent) => resign(sent, { key, names, target: ndctPath }),
    });
    const spellings = [
      ndctPath.replace("norwegian", "%6Eorwegian"),
      `${ndctPath}?`,
      `${ndctPath}?allowLogicalDuplicate=true`,
    ];
    for (const path of spellings) {
      await assertRepelled(() => tpp.sendAgain({ ...signed, path }));
    }
    assert.equal((await tpp.sendAgain(signed)).status, 201);
  });

  test("A01: a request that gives its length twice or in two ways is repelled", async () => {
    const start = `POST ${ndctPath} HTTP/1.1\r\nHost: ${new URL(http).host}\r\n`;
    const heads = [
      `${start}Content-Length: 3\r\nContent-Length: 4\r\n\r\n`,
      `${start}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `${start}X-Request-ID: a\nPSU-ID: b\r\n\r\n`,
      "GARBAGE\r\n\r\n",
    ];
    for (const head of heads) await assertRepelled(() => sendBytes(http, Buffer.from(head)));
  });

  test("A01: a header that comes again after thousands of others is repelled", async () => {
    const padding = Object.fromEntries(Array.from({ length: 2500 }, (_, at) => [`a${at}`, ""]));
    const more = { ...padding, "psu-id": randomUUID() };
    const answer = await assertRepelled(() => sendTo(ndctPath, more));
    assert.match(answer.text, /more than once/);
  });

  test("A01: headers beyond 32 KB are answered 431", async () => {
    const more = { "X-Padding": "x".repeat(40_000) };
    await assertRepelled(() => sendTo(ndctPath, more), 431);
  });
});

const pemBody = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, "");
