import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isInvalid } from "../../src/invalid.ts";
import { countCharacters, isProcessableText, parseText } from "../../src/values/index.ts";

test("GEN-15: accepts Norwegian and Northern Sami text, composed or not", () => {
  for (const text of [
    "Blåbærsyltetøy AS",
    "Čč Đđ Ŋŋ Šš Ŧŧ Žž Áá",
    "Café Ü 100 € kr".replace("€", "£"),
  ]) {
    assert.deepEqual(parseText(text), text);
    assert.deepEqual(parseText(text.normalize("NFD")), text);
    assert.equal(isProcessableText(text.normalize("NFD")), true);
  }
});

test("GEN-15: names the character that cannot be processed", () => {
  const refusalReason = (text: string) => {
    const result = parseText(text);
    return isInvalid(result) ? result.reason : "";
  };
  assert.equal(refusalReason("Ola 😀"), 'the character "😀" (U+1F600) cannot be processed');
  assert.equal(refusalReason("Łódź"), 'the character "Ł" (U+0141) cannot be processed');
  assert.equal(refusalReason("a\u0000b"), "the character U+0000 cannot be processed");
  assert.equal(refusalReason("a\u202eb"), "the character U+202E cannot be processed");
  assert.equal(refusalReason("a\u0085b"), "the character U+0085 cannot be processed");
  assert.equal(refusalReason("a\ud800"), "contains half of a surrogate pair (U+D800)");
});

test("VAL-16: counts length in code points of the composed form", () => {
  assert.equal(countCharacters("å".normalize("NFD")), 1);
  assert.equal(countCharacters("😀"), 1);
});

test("isProcessableText and parseText agree on every string", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(!isInvalid(parseText(text)), isProcessableText(text));
    }),
  );
});
