import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import { decodeHeaderText, decodeRfc2047, encodeRfc2047 } from "../../src/signing/index.ts";

const decoded = (value: string): string => {
  const result = decodeRfc2047(value);
  return isInvalid(result) ? `refused: ${result.reason}` : result;
};

describe("RFC 2047", () => {
  test("SIG-29: decodes both charsets and both encodings in any letter case", () => {
    for (const value of [
      "=?utf-8?B?QmzDpWLDpnI=?=",
      "=?UTF-8?b?QmzDpWLDpnI=?=",
      "=?utf-8?Q?Bl=C3=A5b=C3=a6r?=",
      "=?ISO-8859-1?q?Bl=E5b=E6r?=",
      "=?iso-8859-1?B?QmzlYuZy?=",
    ]) {
      assert.equal(decoded(value), "Blåbær", value);
    }
  });

  test("decodes an underscore in Q as a space and returns plain text unchanged", () => {
    assert.equal(decoded("=?utf-8?Q?a_b?="), "a b");
    assert.equal(decoded('keyId="SN=1"'), 'keyId="SN=1"');
    assert.equal(decoded("=?utf-8?B?YWJj?="), "abc");
  });

  test("joins words that split a character before decoding", () => {
    const [a, b] = [Buffer.from([0x42, 0xc3]), Buffer.from([0xa5, 0x72])];
    const words = [a, b].map((bytes) => `=?utf-8?B?${bytes.toString("base64")}?=`);
    assert.equal(decoded(words.join(" ")), "Bår");
  });

  test("refuses values that are only partly encoded or malformed", () => {
    for (const value of [
      "=?utf-8?B?QmzDpWLDpnI?=",
      "=?utf-8?B?QmzD pWLDpnI=?=",
      "=?utf-8?X?abc?=",
      "=?koi8-r?B?YWJj?=",
      "=?utf-8?B?/w==?=",
      "=?utf-8?Q?=Z1?=",
      "=?utf-8?B?YWJj",
      "=?utf-8?B?YWJj?= abc",
      "=?utf-8?B?YWJj?= =?iso-8859-1?B?YWJj?=",
    ]) {
      assert.match(decoded(value), /^refused/, value);
    }
  });

  test("SIG-28: encodes to ASCII that decodes to the same text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        fc.pre(!text.startsWith("=?") && !/\p{Cc}/u.test(text) && text.isWellFormed());
        const value = encodeRfc2047(text);
        assert.match(value, /^[\x20-\x7e]*$/);
        assert.equal(decoded(value), text);
      }),
    );
  });
});

test("decodeHeaderText reads valid UTF-8 as UTF-8 and anything else as ISO-8859-1", () => {
  assert.equal(decodeHeaderText(Buffer.from("Blåbær").toString("latin1")), "Blåbær");
  assert.equal(decodeHeaderText("Blåbær"), "Blåbær");
  assert.equal(decodeHeaderText("plain"), "plain");
  assert.equal(decodeHeaderText("Čáhppes"), "Čáhppes");
});
