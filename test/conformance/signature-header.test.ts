import assert from "node:assert/strict";
import { constants, createPublicKey, generateKeyPairSync, publicEncrypt } from "node:crypto";
import { after, describe, test } from "node:test";
import { encodeRfc2047 } from "@varde/protocol";
import { aBank } from "@varde/testkit/bank";
import { pooledRsaKeys } from "@varde/testkit/keys";
import { assertRefused } from "@varde/testkit/responses";
import { aTpp, changePart, headerValue, pemBody, resign, TestAuthority } from "@varde/testkit/tpp";
import { assertCreated, signatureRefused, tamperedPayments } from "./tampered-payments.ts";

const bank = await aBank();
after(() => bank.close());
const { tpp, headers, create, createWith } = await tamperedPayments(bank);
const { key, certificate } = tpp;

describe("the parts of the Signature header", () => {
  test("SIG-12: refuses a Signature header without one of its four parts", async () => {
    for (const part of ["keyId", "algorithm", "headers", "signature"]) {
      const response = await createWith((text) =>
        text.replace(new RegExp(`(^|,)${part}="[^"]*"`), "").replace(/^,/, ""),
      );
      assertRefused(response, { ...signatureRefused, text: new RegExp(part) });
    }
  });

  test("SIG-32: accepts the parts in any order, and refuses a repeated part", async () => {
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

  test("SIG-14: refuses a keyId that is not SN=serial,CA=issuer", async () => {
    for (const keyId of ["tpp-1", `CA=CN=x,SN=${certificate.serialNumberHex}`, "SN=,CA=CN=x"]) {
      const response = await createWith((text) => changePart(text, "keyId", keyId));
      assertRefused(response, signatureRefused);
    }
  });

  test("SIG-15, SIG-31: compares the serial number as a number in any notation", async () => {
    const serial = certificate.serialNumberHex;
    const pairs = serial.match(/../g)?.join(":") ?? "";
    for (const SN of [serial, serial.toLowerCase(), `00${serial}`, `0x${serial}`, pairs]) {
      assertCreated(await createWith((text) => text.replace(/SN=[^,]*/, `SN=${SN}`)));
    }
  });

  test("SIG-16: refuses a keyId with another serial number", async () => {
    const other = (certificate.serialNumber + 1n).toString(16).toUpperCase();
    const response = await createWith((text) => text.replace(/SN=[^,]*/, `SN=${other}`));
    assertRefused(response, { ...signatureRefused, text: /serial number/ });
  });

  test("SIG-17: accepts an issuer in RFC 2253 form, and another order with a warning", async () => {
    const plain = await create();
    assert.equal(plain.headers["varde-warning"], undefined);
    const turned = await createWith((text) =>
      text.replace(/CA=([^"]*)/, (_, name: string) => `CA=${name.split(",").reverse().join(",")}`),
    );
    assertCreated(turned);
    assert.match(String(turned.headers["varde-warning"]), /RFC 2253/);
  });

  test("SIG-18: refuses a keyId with another issuer", async () => {
    const response = await createWith((text) => text.replace(/CA=[^"]*/, "CA=CN=Another CA,C=NO"));
    assertRefused(response, { ...signatureRefused, text: /issuer/ });
  });

  test("SIG-19: refuses an algorithm that does not fit the certificate's key", async () => {
    for (const algorithm of ["none", "hmac-sha256", "rsa-sha1", "ecdsa-sha256", "rsa-sha512"]) {
      const response = await createWith((text) => changePart(text, "algorithm", algorithm));
      assertRefused(response, signatureRefused);
    }
  });

  test("SIG-20, SIG-34: accepts rsa-sha256 and rsa-sha512", async () => {
    for (const hash of ["sha256", "sha512"] as const) {
      assertCreated(await create({ tamper: (sent) => resign(sent, { key, hash }) }));
    }
  });

  test("SIG-34: refuses a key of 1024 bits and an elliptic-curve key", async () => {
    for (const keys of [pooledRsaKeys(1024), generateKeyPairSync("ec", { namedCurve: "P-256" })]) {
      const { certificatePem } = new TestAuthority().issue({ keys });
      const response = await create({
        tamper: (sent) => {
          sent["TPP-Signature-Certificate"] = pemBody(certificatePem);
        },
      });
      assertRefused(response, {
        status: 400,
        code: "BAD_REQUEST",
        path: "TPP-Signature-Certificate",
      });
    }
  });

  test("SIG-40: refuses an RSA key whose public exponent is 1 or even", async () => {
    const authority = new TestAuthority();
    const keys = pooledRsaKeys();
    const honest = aTpp(bank, authority.issue({ keys, serialNumber: 77n }));
    const jwk = keys.publicKey.export({ format: "jwk" });
    for (const [exponent, e] of [
      [1, "AQ"],
      [2, "Ag"],
    ] as const) {
      const publicKey = createPublicKey({ key: { ...jwk, e }, format: "jwk" });
      const weak = authority.issue({ keys: { ...keys, publicKey }, serialNumber: 77n });
      const response = await honest.send({
        path: "/v1/user",
        headers,
        tamper: (sent) => {
          const signature = headerValue(sent, "signature") ?? "";
          const [, value = ""] = /signature="([^"]*)"/.exec(signature) ?? [];
          // With the exponent 1, the padded digest is its own signature: nobody needs the key.
          const padding = constants.RSA_NO_PADDING;
          const digest = publicEncrypt(
            { key: keys.publicKey, padding },
            Buffer.from(value, "base64"),
          );
          sent.Signature = changePart(signature, "signature", digest.toString("base64"));
          sent["TPP-Signature-Certificate"] = pemBody(weak.certificatePem);
        },
      });
      assertRefused(response, {
        status: 400,
        code: "BAD_REQUEST",
        path: "TPP-Signature-Certificate",
        text: new RegExp(`an RSA key with the public exponent ${exponent};`),
      });
    }
  });

  test("SIG-21: refuses header names not in lower case or not separated by one blank", async () => {
    for (const list of ["Date Digest X-Request-ID", "date  digest", " date", ""]) {
      const response = await createWith((text) => changePart(text, "headers", list));
      assertRefused(response, signatureRefused);
    }
  });

  test("SIG-23: refuses a signature that is not canonical base64", async () => {
    const broken: readonly ((base64: string) => string)[] = [
      (base64) => base64.replace(/=+$/, ""),
      (base64) => `${base64.slice(0, 40)} ${base64.slice(40)}`,
      (base64) => Buffer.from(base64, "base64").toString("base64url"),
      () => "",
    ];
    for (const change of broken) {
      const response = await createWith((text) =>
        text.replace(/signature="([^"]*)"/, (_, base64: string) => `signature="${change(base64)}"`),
      );
      assertRefused(response, signatureRefused);
    }
  });
});

describe("names beyond ASCII", () => {
  const authority = new TestAuthority("Blåbær segl-CA");
  const nordic = aTpp(bank, authority.issue());

  test("SIG-28: accepts a Signature beyond ASCII as an encoded word", async () => {
    const { headers: sent } = await nordic.sign({ path: "/v1/user", headers });
    assert.match(String(sent.Signature), /^=\?utf-8\?B\?[A-Za-z0-9+/=]+\?=$/);
  });

  test("SIG-29: verifies encoded words in UTF-8 and ISO 8859-1, and bare UTF-8", async () => {
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
      const response = await send(encode);
      assertRefused(response, { status: 401, code: "SCA_NOT_FOUND" });
    }
  });
});
