import assert from "node:assert/strict";
import { test } from "node:test";
import { changeFact, parseFilter } from "../../src/live/filter-text.ts";

const facts = ["status", "code", "tpp"] as const;
const parse = (text: string) => parseFilter(text, facts);

test("a filter has facts with values, and words", () => {
  const { facts: found, words } = parse('status:400 code:KID_INVALID tpp:"Min TPP" Kari "to Ola"');
  assert.deepEqual(found, { status: "400", code: "KID_INVALID", tpp: "Min TPP" });
  assert.deepEqual(words, ["kari", "to ola"]);
});

test("an unknown name, a URL and an unfinished value are read as they are", () => {
  assert.deepEqual(parse("https://x colour:red").words, ["https://x", "colour:red"]);
  assert.deepEqual(parse("status: kari").words, ["status:", "kari"]);
  assert.equal(parse('tpp:"Min T').facts.tpp, "Min T");
  assert.deepEqual(parse("  "), { facts: {}, words: [] });
});

test("the last value of a fact counts, and its name may have capital letters", () => {
  assert.equal(parse("status:400 Status:401").facts.status, "401");
});

test("a fact is added, replaced and removed, and the rest stays as it was typed", () => {
  const text = 'Kari status:400 "to Ola"';
  assert.equal(changeFact(text, "status", "5xx"), 'Kari "to Ola" status:5xx');
  assert.equal(changeFact(text, "tpp", "Min TPP"), `${text} tpp:"Min TPP"`);
  assert.equal(changeFact(text, "status", ""), 'Kari "to Ola"');
  const quoted = changeFact("", "tpp", 'A "B" C');
  assert.equal(parse(quoted).facts.tpp, "A B C");
});

test("a long text is read in linear time, up to its limit", () => {
  const long = `${"a:".repeat(100_000)}"`;
  assert.ok(parse(long).words.join("").length <= 500);
});
