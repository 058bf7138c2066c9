import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { assertReadsFast } from "@varde/testkit/rounds";
import { isInvalid } from "../../src/invalid.ts";
import { Reader } from "../../src/reader.ts";
import { checkDigestHeader } from "../../src/signing/index.ts";

const body = '{"creditorName": "Blåbær",\n "amount": "100.00"}\n';
const hash = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

const reader = Reader.ofSandbox("sandbox");

const refusalReason = (value: string, bytes: string | Uint8Array = body): string => {
  const checked = checkDigestHeader(value, Buffer.from(bytes), reader);
  assert(isInvalid(checked));
  return checked.reason;
};
const reasonForHashOf = (text: string | Uint8Array) =>
  refusalReason(`SHA-256=${hash(text).toString("base64")}`);

test("A01: diagnoses a long Digest header in linear time", () => {
  assertReadsFast(refusalReason, [
    ["", "=:", "!"],
    ["", '="', "!"],
    ["", "="],
    ["=", "%", "g"],
    ["'", '"', "!"],
    ["SHA-256=", "a,"],
  ]);
});

describe("a Digest that does not match: the reason names what was hashed", () => {
  const others: Readonly<Record<string, string | Uint8Array>> = {
    "no body at all": "",
    "without its final line break": body.trimEnd(),
    "with an added final line break": `${body}\n`,
    "without spaces and line breaks": JSON.stringify(JSON.parse(body)),
    "with other spaces": JSON.stringify(JSON.parse(body), undefined, 4),
    "other line endings": body.replaceAll("\n", "\r\n"),
    "in Latin-1": Buffer.from(body, "latin1"),
    "in UTF-16": Buffer.from(body, "utf16le"),
    "a byte order mark": `\uFEFF${body}`,
    "own base64": Buffer.from(body).toString("base64"),
    "a JSON string": JSON.stringify(body),
  };
  for (const [what, text] of Object.entries(others)) {
    test(what, () => assert.ok(reasonForHashOf(text).includes(what), reasonForHashOf(text)));
  }

  test("names a correct hash in a wrong encoding or with another algorithm", () => {
    const right = hash(body);
    assert.match(refusalReason(`SHA-256=${right.toString("hex")}`), /correct hash in hexadecimal/);
    const wrapped = Buffer.from(right.toString("hex")).toString("base64");
    assert.match(refusalReason(`SHA-256=${wrapped}`), /hexadecimal digits of the correct hash/);
    const long = createHash("sha512").update(body).digest("base64");
    assert.match(refusalReason(`SHA-256=${long}`), /digest with SHA-512/);
  });

  test("takes no text for a hash without its algorithm that is longer or shorter than one", () => {
    const says = (value: string) => /has no algorithm/.test(refusalReason(value));
    for (const hashed of ["sha256", "sha512"]) {
      const padded = createHash(hashed).update(body).digest("base64");
      assert.ok(says(padded) && says(padded.replace(/=+$/, "")), padded);
    }
    for (const length of [42, 60, 85, 90, 127, 130]) assert.ok(!says("A".repeat(length)));
    for (const length of [63, 65, 127, 129]) assert.ok(!says("0".repeat(length)), `${length}`);
    for (const length of [64, 128]) assert.ok(says("0".repeat(length)));
  });

  test("gives no cause for another text, and diagnoses no large body", () => {
    assert.doesNotMatch(reasonForHashOf("something else"), /;/);
    const large = `{"a": "${"x".repeat(20_000)}"}\n`;
    const value = `SHA-256=${hash(large.trimEnd()).toString("base64")}`;
    assert.doesNotMatch(refusalReason(value, large), /;/);
  });
});
