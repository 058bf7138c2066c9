import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertReadsFast } from "@varde/testkit/rounds";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import { ownReader } from "../../src/reader.ts";
import { formatSignatureHeader, parseSignatureHeader } from "../../src/signing/index.ts";
import {
  diagnoseSignatureHeader,
  diagnoseSignaturePart,
} from "../../src/signing/signature-header.ts";

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

const refusalReason = (value: string): string => {
  const header = parseSignatureHeader(value, ownReader);
  return isInvalid(header) ? header.reason : "accepted";
};

const readTolerated = (value: string): string => {
  const header = parseSignatureHeader(value, ownReader);
  assert.ok(!isInvalid(header));
  return header.tolerated.map(({ form }) => form).join(" ");
};

describe("parseSignatureHeader", () => {
  test("SIG-12: reads the four parts, with commas and equals signs in keyId", () => {
    const header = parseSignatureHeader(written());
    assert.ok(!isInvalid(header));
    assert.deepEqual(header, {
      keyId: "SN=0A,CA=CN=A,O=B",
      algorithm: "rsa-sha256",
      headers: ["date", "digest"],
      signature: Buffer.from("c01tXQ==", "base64"),
      tolerated: [],
    });
  });

  test("treats a backslash as an escape only before a quote or a backslash", () => {
    const header = parseSignatureHeader(
      written({ keyId: String.raw`keyId="SN=1,CA=CN=A\, \"B\",O=\\x\C3\B8"` }),
    );
    assert.ok(!isInvalid(header));
    assert.equal(header.keyId, String.raw`SN=1,CA=CN=A\, "B",O=\x\C3\B8`);
  });

  test("SIG-32: accepts any order of the parts with a warning", () => {
    const { keyId, algorithm, headers, signature } = parts;
    assert.equal(readTolerated([signature, headers, algorithm, keyId].join()), "parts-order");
    assert.equal(readTolerated(Object.values(parts).join(", ")), "parts-blanks");
    assert.equal(readTolerated(`${written()},created="1"`), "parts-unknown");
    const renamed = written({ algorithm: 'algorithm="SHA256withRSA"' });
    assert.equal(readTolerated(renamed), "algorithm-name");
  });

  test("SIG-32: refuses a duplicate or missing part and names it", () => {
    for (const [name, part] of Object.entries(parts)) {
      assert.match(refusalReason(`${written()},${part}`), new RegExp(`${name} twice`));
      assert.match(refusalReason(written({ [name]: "" })), new RegExp(`no part ${name}`));
    }
  });

  test("SIG-20: accepts only the algorithms rsa-sha256 and rsa-sha512", () => {
    for (const algorithm of ["none", "hmac-sha256", "rsa-sha1", "hs2019", "ecdsa-sha256", ""]) {
      assert.match(refusalReason(written({ algorithm: `algorithm="${algorithm}"` })), /algorithm/);
    }
    for (const algorithm of ["rsa-sha256", "rsa-sha512"]) {
      const reason = refusalReason(written({ algorithm: `algorithm="${algorithm}"` }));
      assert.equal(reason, "accepted");
    }
  });

  test("SIG-21: refuses upper case, two spaces, an empty list and a duplicate name", () => {
    for (const list of ["Date", "date  digest", "", " date", "date ", "date date"]) {
      assert.notEqual(refusalReason(written({ headers: `headers="${list}"` })), "accepted", list);
    }
  });

  test("A01: refuses base64 with spaces, URL alphabet, no padding or spare bits", () => {
    for (const value of ["c01t XQ==", "c01tXQ=", "c01tXQ", "-_8=", "c01tXR==", "", "c01tXQ==\n"]) {
      assert.match(refusalReason(written({ signature: `signature="${value}"` })), /base64/, value);
    }
  });

  test("refuses malformed syntax", () => {
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
      assert.notEqual(refusalReason(value), "accepted", value);
    }
  });

  test("refuses a value over 8 KB before parsing it", () => {
    assert.match(refusalReason(written({ keyId: `keyId="${"x".repeat(8192)}"` })), /longer/);
  });

  test("A01: diagnoses a long header and a long signature in linear time", () => {
    assertReadsFast(
      (text) => diagnoseSignatureHeader(ownReader, text),
      [
        ["!", "a"],
        ["a", " "],
        ["a:", " "],
        ['"', " a"],
        ["a=:", "=", "!"],
        ["", "a.", "!"],
      ],
    );
    assertReadsFast(
      (text) => diagnoseSignaturePart(ownReader, text),
      [
        ["", "_", "!"],
        ["", "a-", "=!"],
      ],
    );
  });

  test("SIG-28: encodes a name that is not ASCII and decodes it again", () => {
    const value = formatSignatureHeader({
      keyId: "SN=1,CA=CN=Blåbær",
      algorithm: "rsa-sha256",
      headers: ["date"],
      signature: Buffer.from("abc"),
    });
    assert.match(value, /^=\?utf-8\?B\?[A-Za-z0-9+/]+=*\?=$/);
    const header = parseSignatureHeader(value, ownReader);
    assert.ok(!isInvalid(header));
    assert.equal(header.keyId, "SN=1,CA=CN=Blåbær");
  });

  test("SIG-29: accepts raw UTF-8 and raw ISO-8859-1 bytes", () => {
    const value = written({ keyId: 'keyId="SN=1,CA=CN=Blåbær"' });
    for (const wire of [value, Buffer.from(value).toString("latin1")]) {
      const header = parseSignatureHeader(wire);
      assert.ok(!isInvalid(header));
      assert.equal(header.keyId, "SN=1,CA=CN=Blåbær");
    }
  });

  test("SIG-13: formats the parts in the order of the interface, so that they parse again", () => {
    const tricky = fc.string({ unit: fc.constantFrom("\\", '"', ",", "=", "a", "ø", "C3") });
    fc.assert(
      fc.property(tricky, (extra) => {
        const value = formatSignatureHeader({
          keyId: keyId + extra,
          algorithm: "rsa-sha256",
          headers: ["(request-target)", "date"],
          signature: Buffer.from("abc"),
        });
        const header = parseSignatureHeader(value, ownReader);
        assert.ok(!isInvalid(header));
        assert.equal(header.keyId, keyId + extra);
        assert.deepEqual(header.tolerated, []);
      }),
    );
  });
});
