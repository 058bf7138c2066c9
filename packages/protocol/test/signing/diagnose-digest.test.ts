import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { checkDigestHeader } from "../../src/signing/index.ts";

const body = '{"creditorName": "Blåbær",\n "amount": "100.00"}\n';
const hash = (text: string | Uint8Array) => createHash("sha256").update(text).digest();

const told = (value: string, bytes: string | Uint8Array = body): string => {
  const checked = checkDigestHeader(value, Buffer.from(bytes));
  assert(!checked.ok);
  return checked.reason;
};
const toldOf = (text: string | Uint8Array) => told(`SHA-256=${hash(text).toString("base64")}`);

describe("a Digest that does not match says what was hashed", () => {
  const others: Readonly<Record<string, string | Uint8Array>> = {
    "no body at all": "",
    "without its line break at the end": body.trimEnd(),
    "with a line break at the end": `${body}\n`,
    "blanks and line breaks taken out": JSON.stringify(JSON.parse(body)),
    "with other blanks": JSON.stringify(JSON.parse(body), undefined, 4),
    "other line endings": body.replaceAll("\n", "\r\n"),
    "in Latin-1": Buffer.from(body, "latin1"),
    "in UTF-16": Buffer.from(body, "utf16le"),
    "a byte order mark": `\uFEFF${body}`,
    "own base64": Buffer.from(body).toString("base64"),
    "a JSON string": JSON.stringify(body),
  };
  for (const [what, text] of Object.entries(others)) {
    test(what, () => assert.ok(toldOf(text).includes(what), toldOf(text)));
  }

  test("a right hash that is written down wrong is told as one", () => {
    const right = hash(body);
    assert.match(told(`SHA-256=${right.toString("hex")}`), /right hash in hexadecimal/);
    const wrapped = Buffer.from(right.toString("hex")).toString("base64");
    assert.match(told(`SHA-256=${wrapped}`), /right hash in hexadecimal/);
    const long = createHash("sha512").update(body).digest("base64");
    assert.match(told(`SHA-256=${long}`), /digest by SHA-512/);
  });

  test("something else is not made to fit, and of a large body nothing is found out", () => {
    assert.doesNotMatch(toldOf("something else"), /;/);
    const large = `{"a": "${"x".repeat(20_000)}"}\n`;
    const value = `SHA-256=${hash(large.trimEnd()).toString("base64")}`;
    assert.doesNotMatch(told(value, large), /;/);
  });
});
