import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Invalid, isInvalid } from "../../src/invalid.ts";
import { ownReader } from "../../src/reader.ts";
import {
  checkDigestHeader,
  decodeRfc2047,
  matchKeyId,
  parseDateHeader,
  parseDistinguishedName,
  parseKeyId,
  parseSignatureHeader,
} from "../../src/signing/index.ts";
import { aCertificate } from "../certificate/a-certificate.ts";

const certificate = aCertificate();

const parsers: Readonly<Record<string, (text: string) => unknown | Invalid>> = {
  parseSignatureHeader: (text) => parseSignatureHeader(text, ownReader),
  parseKeyId: (text) => parseKeyId(text, ownReader),
  parseDistinguishedName,
  parseDateHeader,
  decodeRfc2047,
  checkDigestHeader: (text) => checkDigestHeader(text, Buffer.alloc(0), ownReader),
};

/** Fragments of the syntax of the parsers, in any order. */
const syntax = fc.string({
  unit: fc.constantFrom(
    ...[
      '"',
      "\\",
      ",",
      "=",
      " ",
      "#",
      "?",
      "=?",
      "?=",
      "+",
      ";",
      "/",
      "\t",
      "\0",
      "\n",
      "ø",
      "\ud800",
    ],
    ...[
      "SN=",
      "CA=",
      "CN=",
      "keyId=",
      "utf-8",
      "B",
      "Q",
      "SHA-256=",
      "0A",
      "GMT",
      "2.5.4.97=",
      "1",
    ],
  ),
  maxLength: 60,
});

for (const [name, parse] of Object.entries(parsers)) {
  test(`${name} returns a value or a reason for any text`, () => {
    fc.assert(
      fc.property(fc.oneof(syntax, fc.string()), (text) => {
        const result = parse(text);
        assert.ok(!isInvalid(result) || result.reason.length > 0);
      }),
      { numRuns: 1000 },
    );
  });
}

test("no keyId made of fragments matches the certificate", () => {
  fc.assert(
    fc.property(syntax, (text) => {
      assert.equal(!isInvalid(matchKeyId(text, certificate, ownReader)), false);
    }),
    { numRuns: 1000 },
  );
});
