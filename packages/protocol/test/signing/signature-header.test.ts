import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { formatSignatureHeader, parseSignatureHeader } from "../../src/signing/index.ts";

const keyId = 'SN=0A1B2C3D,CA=CN=A\\, B,O=Bl\\C3\\A5b\\C3\\A6r "AS"';
const parts = {
  keyId: 'keyId="SN=0A,CA=CN=A,O=B"',
  algorithm: 'algorithm="rsa-sha256"',
  headers: 'headers="date digest"',
  signature: 'signature="c01tXQ=="',
};

const written = (changes: Partial<Record<keyof typeof parts, string>> = {}): string =>
  Object.values({ ...parts, ...changes })
    .filter((part) => part !== "")
    .join(",");

const reasonOf = (value: string): string => {
  const header = parseSignatureHeader(value);
  return header.ok ? "accepted" : header.reason;
};

const warningsOf = (value: string): readonly string[] => {
  const header = parseSignatureHeader(value);
  assert.ok(header.ok);
  return header.value.warnings;
};

describe("the Signature header", () => {
  test("SIG-12: the four parts are read, commas and equals signs in keyId included", () => {
    const header = parseSignatureHeader(written());
    assert.ok(header.ok);
    assert.deepEqual(header.value, {
      keyId: "SN=0A,CA=CN=A,O=B",
      algorithm: "rsa-sha256",
      headers: ["date", "digest"],
      signature: Buffer.from("c01tXQ==", "base64"),
      warnings: [],
    });
  });

  test("a backslash escapes a quote or a backslash and is itself before anything else", () => {
    const header = parseSignatureHeader(
      written({ keyId: String.raw`keyId="SN=1,CA=CN=A\, \"B\",O=\\x\C3\B8"` }),
    );
    assert.ok(header.ok);
    assert.equal(header.value.keyId, String.raw`SN=1,CA=CN=A\, "B",O=\x\C3\B8`);
  });

  test("SIG-32: any order is read with a warning", () => {
    const { keyId, algorithm, headers, signature } = parts;
    assert.match(warningsOf([signature, headers, algorithm, keyId].join()).join(), /order/);
    assert.match(warningsOf(Object.values(parts).join(", ")).join(), /blank/);
    assert.match(warningsOf(`${written()},created="1"`).join(), /created/);
    assert.match(warningsOf(written({ algorithm: 'algorithm="RSA-SHA256"' })).join(), /algorithm/);
  });

  test("SIG-32: a duplicate or missing part is refused, naming it", () => {
    for (const [name, part] of Object.entries(parts)) {
      assert.match(reasonOf(`${written()},${part}`), new RegExp(`${name} twice`));
      assert.match(reasonOf(written({ [name]: "" })), new RegExp(`no part ${name}`));
    }
  });

  test("SIG-20: no other algorithm than rsa-sha256 and rsa-sha512 is taken", () => {
    for (const algorithm of ["none", "hmac-sha256", "rsa-sha1", "hs2019", "ecdsa-sha256", ""]) {
      assert.match(reasonOf(written({ algorithm: `algorithm="${algorithm}"` })), /algorithm/);
    }
    assert.equal(reasonOf(written({ algorithm: 'algorithm="rsa-sha512"' })), "accepted");
  });

  test("SIG-21: upper case, two blanks, no name and one name twice are refused", () => {
    for (const list of ["Date", "date  digest", "", " date", "date ", "date date"]) {
      assert.notEqual(reasonOf(written({ headers: `headers="${list}"` })), "accepted", list);
    }
  });

  test("A01: base64 with blanks, the URL alphabet, a missing pad or spare bits is refused", () => {
    for (const value of ["c01t XQ==", "c01tXQ=", "c01tXQ", "-_8=", "c01tXR==", "", "c01tXQ==\n"]) {
      assert.match(reasonOf(written({ signature: `signature="${value}"` })), /base64/, value);
    }
  });

  test("broken syntax is refused", () => {
    for (const value of [
      "",
      ",",
      `${written()},`,
      `Signature ${written()}`,
      written({ signature: 'signature="c01tXQ==' }),
      written({ algorithm: "algorithm=rsa-sha256" }),
      written().replaceAll(",alg", ";alg"),
      written().replaceAll(",alg", " alg"),
      `${written()}x`,
    ]) {
      assert.notEqual(reasonOf(value), "accepted", value);
    }
  });

  test("a value over 8 KB is refused before it is parsed", () => {
    assert.match(reasonOf(written({ keyId: `keyId="${"x".repeat(8192)}"` })), /longer/);
  });

  test("SIG-28: a name beyond ASCII is sent as an encoded word and read back", () => {
    const value = formatSignatureHeader({
      keyId: "SN=1,CA=CN=Blåbær",
      algorithm: "rsa-sha256",
      headers: ["date"],
      signature: Buffer.from("abc"),
    });
    assert.match(value, /^=\?utf-8\?B\?[A-Za-z0-9+/]+=*\?=$/);
    const header = parseSignatureHeader(value);
    assert.ok(header.ok);
    assert.equal(header.value.keyId, "SN=1,CA=CN=Blåbær");
  });

  test("SIG-29: raw UTF-8 and raw ISO-8859-1 bytes are understood as well", () => {
    const value = written({ keyId: 'keyId="SN=1,CA=CN=Blåbær"' });
    for (const wire of [value, Buffer.from(value).toString("latin1")]) {
      const header = parseSignatureHeader(wire);
      assert.ok(header.ok);
      assert.equal(header.value.keyId, "SN=1,CA=CN=Blåbær");
    }
  });

  test("SIG-13: what is written is read back, in the order of the interface", () => {
    const tricky = fc.string({ unit: fc.constantFrom("\\", '"', ",", "=", "a", "ø", "C3") });
    fc.assert(
      fc.property(tricky, (extra) => {
        const value = formatSignatureHeader({
          keyId: keyId + extra,
          algorithm: "rsa-sha512",
          headers: ["(request-target)", "date"],
          signature: Buffer.from("abc"),
        });
        const header = parseSignatureHeader(value);
        assert.ok(header.ok);
        assert.equal(header.value.keyId, keyId + extra);
        assert.deepEqual(header.value.warnings, []);
      }),
    );
  });
});
