import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import { findJsonFault } from "../../src/json/find-json-fault.ts";
import { parseJson, parseJsonBody } from "../../src/json/index.ts";

const parseText = (text: string) => parseJson(Buffer.from(text));

function refusalReason(input: string | Uint8Array): string {
  const result = parseJson(typeof input === "string" ? Buffer.from(input) : input);
  assert.equal(!isInvalid(result), false, String(input).slice(0, 80));
  return isInvalid(result) ? result.reason : "";
}

test("ERR-14: refuses a duplicate key and says where it is", () => {
  assert.equal(refusalReason('{"a":1,"a":2}'), 'has the key "a" twice (/a, line 1, column 8)');
  assert.equal(
    refusalReason('{"x":[0,{"y":1,\n"y":1}]}'),
    'has the key "y" twice (/x/1/y, line 2, column 1)',
  );
  assert.match(refusalReason('{"a":1,"\\u0061":2}'), /has the key "a" twice/);
  assert.match(refusalReason('{"":1,"":2}'), /twice/);
});

test("accepts the same key in two objects", () => {
  assert.deepEqual(parseText('{"a":{"a":1},"b":[{"a":2},{"a":3}]}'), {
    a: { a: 1 },
    b: [{ a: 2 }, { a: 3 }],
  });
});

test("treats colons, braces and quotes inside strings as text", () => {
  const value = { 'a":{["': ':{}[]\\" , "', "\\": "\\\\" };
  assert.deepEqual(parseText(JSON.stringify(value)), value);
});

test("ERR-14: refuses invalid UTF-8 and a byte order mark", () => {
  assert.equal(refusalReason(Uint8Array.of(0x22, 0xff, 0x22)), "is not valid UTF-8");
  assert.equal(refusalReason(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)), "is not valid UTF-8");
  assert.equal(refusalReason(Uint8Array.of(0x22, 0xc0, 0xaf, 0x22)), "is not valid UTF-8");
  assert.match(refusalReason("\ufeff{}"), /byte order mark/);
});

test("ERR-14: refuses half a surrogate pair, also as an escape, in values and keys", () => {
  assert.match(
    refusalReason('{"a":"\\ud83d"}'),
    /surrogate pair in a string \(\/a, line 1, column 6\)/,
  );
  assert.match(refusalReason('["\\ude00\\ud83d"]'), /surrogate pair/);
  assert.match(refusalReason('{"\\ud800":1}'), /surrogate pair/);
  assert.deepEqual(parseText('"\\ud83d\\ude00"'), "😀");
});

for (const [name, text] of [
  ["trailing comma in an object", '{"a":1,}'],
  ["trailing comma in an array", "[1,]"],
  ["NaN", '{"a":NaN}'],
  ["a comment", '{"a":1}// b'],
  ["single quotes", "{'a':1}"],
  ["a key without quotes", "{a:1}"],
  ["a missing colon", '{"a" 1}'],
  ["an unclosed object", '{"a":1'],
  ["an unclosed string", '{"a":"b'],
  ["a control character in a string", '{"a":"b\n"}'],
  ["an unknown escape", '"\\x41"'],
  ["a leading zero", "[01]"],
  ["a plus sign", "[+1]"],
  ["two values", "{} {}"],
  ["a number too large", '{"a":1e400}'],
  ["a negative number too large", "[-1e400]"],
  ["nothing", ""],
  ["only spaces", " \n"],
  ["a non-breaking space", "\u00a0{}"],
  ["33 levels", `${"[".repeat(33)}${"]".repeat(33)}`],
  ["20 000 levels", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["20 000 levels without an end", "[".repeat(20_000)],
  ["__proto__ as a key", '{"__proto__":{"isAdmin":true}}'],
] as const) {
  test(`B12: refuses ${name} with a position or a reason`, () => {
    assert.match(refusalReason(text), /line \d+, column \d+|is empty/);
  });
}

test("LIM-24: refuses deep nesting before it reads the rest", () => {
  const reason = "is nested more than 32 levels deep (line 1, column 33)";
  assert.equal(refusalReason(`${"[".repeat(500_000)}${"]".repeat(500_000)}`), reason);
  assert.equal(refusalReason(`${"[".repeat(500_000)}"`), reason);
});

test("LIM-25: counts names that are not known, as written, wherever they are", () => {
  const known = new Set(["a", "b"]);
  const parseNamed = (text: string) => isInvalid(parseJsonBody(Buffer.from(text), known));
  const list = (count: number, write: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => write(at)).join(",");
  const named = (count: number, more = "") =>
    `{"a":{"b":"c"}${more} , ${list(count, (at) => `"n\\"${at}" : 1`)}}`;
  assert.equal(parseNamed(named(500)), false);
  assert.equal(parseNamed(named(501)), true);
  assert.equal(parseNamed(named(500, ',"x":[{"b":1}]')), true);
  assert.equal(parseNamed(named(500, ',"b":["n0","x:",{"a":"{\\"y\\":"}]')), false);
  assert.equal(isInvalid(parseJsonBody(Buffer.from(named(501)))), false);
  assert.equal(parseNamed(`[${list(2_000, () => '{"a":1,"x":2}')}]`), false);
});

test("LIM-26: refuses 31 combining marks in a row in values and keys, in linear time", () => {
  const fault = /more than 30 combining marks in a row/;
  assert.deepEqual(
    parseText(JSON.stringify("a".concat("\u0316".repeat(30)))),
    `a${"\u0316".repeat(30)}`,
  );
  assert.match(refusalReason(JSON.stringify([`a${"\u0316".repeat(31)}`])), fault);
  assert.match(refusalReason(JSON.stringify({ ["\u0316".repeat(31)]: 1 })), fault);
  assert.match(refusalReason(JSON.stringify("\u0301\u0316".repeat(250_000))), fault);
});

test("accepts 32 levels and a string of a megabyte", () => {
  assert.equal(!isInvalid(parseText(`${"[".repeat(32)}${"]".repeat(32)}`)), true);
  assert.equal(!isInvalid(parseText(`"${"x".repeat(1 << 20)}"`)), true);
  assert.match(refusalReason(`{"a":"${"x".repeat(1 << 20)}","a":1}`), /twice/);
});

test("accepts an array or a single value as a body; the schema decides", () => {
  for (const text of ["[]", "1", '"a"', "null", "true"])
    assert.equal(!isInvalid(parseText(text)), true);
});

test("never lets a __proto__ key reach the prototype of an object", () => {
  parseText('{"__proto__":{"polluted":true}}');
  parseText('{"constructor":{"prototype":{"polluted":true}}}');
  assert.equal(Reflect.get({}, "polluted"), undefined);
});

test("normalises strings to NFC, literal or escaped", () => {
  assert.deepEqual(parseText('{"a":["e\\u0301","e\u0301"]}'), { a: ["é", "é"] });
});

test("reads a view into a larger buffer within its bounds", () => {
  const whole = Buffer.from('xx{"a":1}yy');
  assert.deepEqual(parseJson(whole.subarray(2, 9)), { a: 1 });
});

const normalised = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, inner) =>
    typeof inner === "string" ? inner.normalize("NFC") : inner,
  );

test("parses valid JSON like JSON.parse, in NFC", () => {
  const value = fc.jsonValue({ maxDepth: 6, stringUnit: "grapheme" });
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (sent, indent) => {
      const text = JSON.stringify(sent, null, indent);
      if (text.includes("__proto__")) return;
      assert.deepEqual(parseText(text), normalised(sent));
    }),
  );
});

test("never throws for any bytes", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseJson(bytes)));
});

test("findJsonFault and JSON.parse agree on what is valid JSON", () => {
  const soup = fc.array(
    fc.constantFrom(
      '"a"',
      '"b"',
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      "1",
      "-",
      ".5",
      "e3",
      "null",
      " ",
      "\\",
      '"',
    ),
    { maxLength: 14 },
  );
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(soup, (parts) => {
      const text = parts.join("");
      const fault = findJsonFault(text);
      // Both are valid JSON, and refused all the same.
      if (fault?.includes("twice") || fault?.includes("too large")) return;
      assert.equal(fault === undefined, isJson(text), `${text}: ${fault}`);
      assert.equal(!isInvalid(parseText(text)), fault === undefined, text);
    }),
    { numRuns: 5000 },
  );
});
