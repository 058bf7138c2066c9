import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseForm } from "../../src/request/form.ts";

/** Pieces of well-formed forms, in any order. */
const pieces = [
  ...["&", "&&", "=", "==", "+", "a", "step", "account", "%41", "%c3%a5", "%F0%9F%98%80"],
  ...[
    "%2B",
    "%26",
    "%3D",
    "%25",
    "%20",
    "%0D%0A",
    "%00",
    "å",
    "\u{1f600}",
    ";",
    "?",
    "#",
    '"',
    "\n",
  ],
];
const wellFormed = fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join(""));

const measureCpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
};

describe("parseForm", () => {
  test("LIM-34: reads well-formed forms as URLSearchParams does", () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        // The constructor of URLSearchParams removes a question mark at the start.
        const expected = [...new URLSearchParams(`?${text}`)];
        assert.deepEqual(parseForm(text)?.fields, expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test("finds the first value, all values and none", () => {
    const form = parseForm("a=1&b=&a=2");
    assert.equal(form?.get("a"), "1");
    assert.equal(form?.get("b"), "");
    assert.equal(form?.get("c"), null);
    assert.deepEqual(form?.getAll("a"), ["1", "2"]);
  });

  test("LIM-34: refuses a malformed percent, and more fields than a page has", () => {
    for (const text of ["%", "a=%", "a=%4", "a=%zz", "%ff", "a&b=%c3&c"]) {
      assert.equal(parseForm(text), undefined, text);
    }
    const accounts = (count: number) => Array(count).fill("account=1").join("&");
    assert.equal(parseForm(accounts(2_000))?.fields.length, 2_000);
    assert.equal(parseForm(accounts(2_001)), undefined);
    assert.equal(parseForm(accounts(24_000), true)?.fields.length, 24_000);
    assert.equal(parseForm(accounts(24_001), true), undefined);
  });

  test("LIM-34: takes time that grows with the length only", () => {
    const bytes = 1024 * 1024;
    for (const unit of ["a&", "&", "=&", "a=&", "%41&", "%41", "+", "+&", "=", "a"]) {
      const text = unit.repeat(bytes / unit.length);
      const cpuMs = Math.min(...[1, 2, 3].map(() => measureCpuMs(() => parseForm(text, true))));
      assert.ok(cpuMs < 200, `${cpuMs} ms for ${unit}`);
    }
  });
});
