import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, describe, mock, test } from "node:test";
import { computeDigest, encodeRfc2047, formatDateHeader, verifyResponse } from "@varde/protocol";
import { startBank } from "@varde/sandbox";
import { aPayment, ndctPath } from "../support/a-payment.ts";
import { aSession } from "../support/a-session.ts";
import { assertRefused } from "../support/assert-refused.ts";
import { type RawRequest, RawTpp } from "../support/raw-tpp.ts";
import { changePart, headerValue, resign } from "../support/resign.ts";
import { servedOperations } from "../support/served-operations.ts";
import { rsaKeys, TestAuthority } from "../support/test-authority.ts";

const bank = await startBank();
after(() => bank.close());
const tpp = new RawTpp(bank.addresses.http, bank.tpp);
const { headers } = await aSession(bank, tpp);
const { key, certificate } = tpp;

const signatureRefused = { status: 400, code: "BAD_REQUEST", path: "Signature" } as const;

const create = (request: Partial<RawRequest> = {}) =>
  tpp.send({
    path: ndctPath,
    body: aPayment(),
    ...request,
    headers: { ...headers, ...request.headers },
  });

/** Sends a payment with its Signature header changed as text. */
const createWith = (change: (signature: string) => string) =>
  create({
    tamper: (sent) => {
      sent.Signature = change(String(sent.Signature));
    },
  });

const assertCreated = (answer: { readonly status: number; readonly text: string }) =>
  assert.equal(answer.status, 201, answer.text);

describe("whether a request is signed", () => {
  test("SIG-02: every operation refuses a request that is not signed", async () => {
    for (const { operation, path } of servedOperations) {
      const sent = { ...headers, "X-Request-ID": randomUUID(), "Content-Type": "application/json" };
      const answer = await tpp.exchange(operation.method, path, sent, "{}");
      assertRefused(answer, { status: 400, code: "HTTP_HEADER_REQUIRED", path: "Signature" });
    }
  });

  test("SIG-03: a request that lacks the Signature header is answered 400", async () => {
    const answer = await create({ tamper: (sent) => delete sent.Signature });
    assertRefused(answer, { status: 400, code: "HTTP_HEADER_REQUIRED", path: "Signature" });
  });

  test("SIG-04: a signature that fails verification is answered 400", async () => {
    const stranger = rsaKeys().privateKey;
    const answer = await create({ tamper: (sent) => resign(sent, { key: stranger }) });
    assertRefused(answer, signatureRefused);
    assert.ok(answer.headers["varde-explain"], "the sandbox explains what it saw");
  });

  test("SIG-05: a TPP whose certificate lists no role is refused", async () => {
    const roleless = new RawTpp(bank.addresses.http, new TestAuthority().issue({ roles: [] }));
    const answer = await roleless.send({ path: ndctPath, body: aPayment(), headers });
    assertRefused(answer, { status: 403, code: "FORBIDDEN" });
  });
});

describe("the Date header", () => {
  const sendDated = async (offsetSeconds: number) => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    try {
      const date = formatDateHeader(Date.now() + offsetSeconds * 1000);
      return await create({ headers: { Date: date } });
    } finally {
      mock.timers.reset();
    }
  };

  test("SIG-08: a Date within 60 seconds of the bank's clock is accepted", async () => {
    for (const seconds of [-60, -1, 0, 1, 60]) assertCreated(await sendDated(seconds));
  });

  test("SIG-09: a Date more than 60 seconds off is refused", async () => {
    for (const seconds of [-3600, -62, 62, 3600]) {
      assertRefused(await sendDated(seconds), { status: 400, code: "BAD_REQUEST", path: "Date" });
    }
  });

  test("GEN-11: a Date that is not in the full form of RFC 7231 is refused", async () => {
    for (const value of ["2026-11-15T12:00:00Z", "Sunday, 15-Nov-26 12:00:00 GMT", "now"]) {
      const answer = await create({ headers: { Date: value } });
      assertRefused(answer, { status: 400, code: "BAD_REQUEST", path: "Date" });
    }
  });
});

describe("the parts of the Signature header", () => {
  test("SIG-12: a Signature header without one of its four parts is refused", async () => {
    for (const part of ["keyId", "algorithm", "headers", "signature"]) {
      const answer = await createWith((text) =>
        text.replace(new RegExp(`(^|,)${part}="[^"]*"`), "").replace(/^,/, ""),
      );
      assertRefused(answer, { ...signatureRefused, text: new RegExp(part) });
    }
  });

  test("SIG-32: the parts come in any order, and a part that comes twice is refused", async () => {
    const turned = await createWith((text) =>
      text
        .split(/,(?=\w+="[^"]*")/)
        .reverse()
        .join(","),
    );
    assertCreated(turned);
    assert.match(String(turned.headers["varde-warning"]), /order/);
    assertRefused(await createWith((text) => `${text},algorithm="rsa-sha256"`), signatureRefused);
  });

  test("SIG-14: a keyId that is not SN=serial,CA=issuer is refused", async () => {
    for (const keyId of ["tpp-1", `CA=CN=x,SN=${certificate.serialNumberHex}`, "SN=,CA=CN=x"]) {
      const answer = await createWith((text) => changePart(text, "keyId", keyId));
      assertRefused(answer, signatureRefused);
    }
  });

  test("SIG-15, SIG-31: the serial number counts as a number, however it is printed", async () => {
    const serial = certificate.serialNumberHex;
    const pairs = serial.match(/../g)?.join(":") ?? "";
    for (const SN of [serial, serial.toLowerCase(), `00${serial}`, `0x${serial}`, pairs]) {
      assertCreated(await createWith((text) => text.replace(/SN=[^,]*/, `SN=${SN}`)));
    }
  });

  test("SIG-16: a keyId with another serial number is refused", async () => {
    const other = (certificate.serialNumber + 1n).toString(16).toUpperCase();
    const answer = await createWith((text) => text.replace(/SN=[^,]*/, `SN=${other}`));
    assertRefused(answer, { ...signatureRefused, text: /serial number/ });
  });

  test("SIG-17: an issuer in RFC 2253 form needs no warning, another order gets one", async () => {
    const plain = await create();
    assert.equal(plain.headers["varde-warning"], undefined);
    const turned = await createWith((text) =>
      text.replace(/CA=([^"]*)/, (_, name: string) => `CA=${name.split(",").reverse().join(",")}`),
    );
    assertCreated(turned);
    assert.match(String(turned.headers["varde-warning"]), /RFC 2253/);
  });

  test("SIG-18: a keyId with another issuer is refused", async () => {
    const answer = await createWith((text) => text.replace(/CA=[^"]*/, "CA=CN=Another CA,C=NO"));
    assertRefused(answer, { ...signatureRefused, text: /issuer/ });
  });

  test("SIG-19: an algorithm that is not of the certificate's key is refused", async () => {
    for (const algorithm of ["none", "hmac-sha256", "rsa-sha1", "ecdsa-sha256", "rsa-sha512"]) {
      const answer = await createWith((text) => changePart(text, "algorithm", algorithm));
      assertRefused(answer, signatureRefused);
    }
  });

  test("SIG-20, SIG-34: rsa-sha256 and rsa-sha512 are accepted", async () => {
    for (const hash of ["sha256", "sha512"] as const) {
      assertCreated(await create({ tamper: (sent) => resign(sent, { key, hash }) }));
    }
  });

  test("SIG-34: a key of 1024 bits and one of an elliptic curve are refused", async () => {
    const small = new TestAuthority().issue({ keys: rsaKeys(1024) });
    const answer = await new RawTpp(bank.addresses.http, small).send({
      path: ndctPath,
      body: aPayment(),
      headers,
    });
    assertRefused(answer, { status: 400, code: "BAD_REQUEST", path: "TPP-Signature-Certificate" });
  });

  test("SIG-21: names that are not lower-case or not parted by one blank are refused", async () => {
    for (const list of ["Date Digest X-Request-ID", "date  digest", " date", ""]) {
      const answer = await createWith((text) => changePart(text, "headers", list));
      assertRefused(answer, signatureRefused);
    }
  });

  test("SIG-23: a signature that is not canonical base64 is refused", async () => {
    const broken: readonly ((base64: string) => string)[] = [
      (base64) => base64.replace(/=+$/, ""),
      (base64) => `${base64.slice(0, 40)} ${base64.slice(40)}`,
      (base64) => Buffer.from(base64, "base64").toString("base64url"),
      () => "",
    ];
    for (const change of broken) {
      const answer = await createWith((text) =>
        text.replace(/signature="([^"]*)"/, (_, base64: string) => `signature="${change(base64)}"`),
      );
      assertRefused(answer, signatureRefused);
    }
  });
});

describe("what is signed", () => {
  const everyName = ["date", "digest", "x-request-id", "psu-id", "tpp-redirect-uri"];

  test("SIG-22, SIG-33: (request-target) is verified when listed and never demanded", async () => {
    const names = ["(request-target)", ...everyName];
    const signTarget = (target: string, method = "POST") =>
      create({ tamper: (sent) => resign(sent, { key, names, target, method }) });
    assertCreated(await signTarget(ndctPath));
    assertRefused(await signTarget(`${ndctPath}?allowLogicalDuplicate=true`), signatureRefused);
    assertRefused(await signTarget(ndctPath, "DELETE"), signatureRefused);
    assertCreated(await create());
  });

  test("SIG-24, SIG-30: a candidate sent but not signed is refused by name", async () => {
    for (const name of everyName) {
      const names = everyName.filter((one) => one !== name);
      const answer = await create({ tamper: (sent) => resign(sent, { key, names }) });
      assertRefused(answer, { ...signatureRefused, text: new RegExp(name) });
    }
  });

  test("SIG-25: a candidate that is not sent is not in the signing string", async () => {
    const context = { "PSU-ID": undefined, "PSU-Context": "PRIVATE" };
    assertCreated(await create({ headers: context }));
    const names = [...everyName, "psu-corporate-id"];
    const answer = await create({
      tamper: (sent) => {
        sent["PSU-Corporate-ID"] = randomUUID();
        resign(sent, { key, names });
        delete sent["PSU-Corporate-ID"];
      },
    });
    assertRefused(answer, signatureRefused);
  });

  test("SIG-26: blanks around a value are not part of its line", async () => {
    const padded = (sent: Record<string, string | string[]>) => {
      sent["X-Request-ID"] = ` ${headerValue(sent, "x-request-id")} `;
    };
    assertCreated(await create({ tamper: padded }));
  });

  test("SIG-27: the lines are signed in the order of headers", async () => {
    const turned = everyName.toReversed();
    assertCreated(await create({ tamper: (sent) => resign(sent, { key, names: turned }) }));
    const answer = await createWith((text) => changePart(text, "headers", turned.join(" ")));
    assertRefused(answer, signatureRefused);
  });

  test("SIG-35: a security header that is sent twice is refused", async () => {
    const names = ["Date", "Digest", "Signature", "X-Request-ID", "PSU-ID", "TPP-Session-ID"];
    for (const name of names) {
      const answer = await create({
        tamper: (sent) => {
          sent[name] = [headerValue(sent, name.toLowerCase()) ?? "", "another"];
        },
      });
      assertRefused(answer, { status: 400, code: "BAD_REQUEST", path: name });
    }
  });

  test("HDR-12, HDR-31: a Digest is SHA-256 or SHA-512 of the body, signed", async () => {
    const body = JSON.stringify(aPayment());
    const send = (digest: string) =>
      create({
        body,
        tamper: (sent) => {
          sent.Digest = digest;
          resign(sent, { key });
        },
      });
    assertCreated(await send(computeDigest(Buffer.from(body), "SHA-512")));
    const wrong = computeDigest(Buffer.from(`${body} `), "SHA-256");
    for (const digest of [wrong, "MD5=XrY7u+Ae7tCTyyK7j1rNww==", "SHA-256=", "nonsense"]) {
      assertRefused(await send(digest), { status: 400, code: "BAD_REQUEST", path: "Digest" });
    }
  });
});

describe("names beyond ASCII", () => {
  const authority = new TestAuthority("Blåbær segl-CA");
  const nordic = new RawTpp(bank.addresses.http, authority.issue());

  test("SIG-28: a Signature beyond ASCII is sent as an encoded word", async () => {
    const { headers: sent } = await nordic.sign({ path: "/v1/user", headers });
    assert.match(String(sent.Signature), /^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/);
  });

  test("SIG-29: encoded words in UTF-8 and ISO 8859-1, and bare UTF-8, are verified", async () => {
    const send = (encode: (text: string) => string) =>
      nordic.send({
        path: "/v1/user",
        headers: { "TPP-Redirect-URI": "https://tpp.example/" },
        tamper: (sent) => {
          const word = /\?B\?(.*)\?=$/.exec(String(sent.Signature))?.[1] ?? "";
          sent.Signature = encode(Buffer.from(word, "base64").toString("utf8"));
        },
      });
    const forms: readonly ((text: string) => string)[] = [
      encodeRfc2047,
      (text) => `=?ISO-8859-1?b?${Buffer.from(text, "latin1").toString("base64")}?=`,
      (text) => Buffer.from(text, "utf8").toString("latin1"),
    ];
    for (const encode of forms) {
      const answer = await send(encode);
      assertRefused(answer, { status: 401, code: "SCA_NOT_FOUND" });
    }
  });
});

describe("signed answers", () => {
  const verify = async (more: Readonly<Record<string, string>>) => {
    const requestId = randomUUID();
    const answer = await create({ headers: { "X-Request-ID": requestId, ...more } });
    const verdict = verifyResponse({
      header: (name) => answer.headers[name] as string | undefined,
      body: Buffer.from(answer.text),
      requestId,
      anchors: [bank.authority.certificate],
      atMs: Date.now(),
    });
    return { answer, verdict };
  };

  test("SIG-10, SIG-36: an answer is signed by the bank when the TPP asks for it", async () => {
    const { verdict } = await verify({ "Accept-Signature": "sig" });
    assert.ok(verdict.ok, verdict.ok ? "" : verdict.reason);
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
    assert.ok(verdict.ok, verdict.ok ? "" : verdict.reason);
  });
});
