import assert from "node:assert/strict";
import { test } from "node:test";
import { isInvalid } from "../../src/invalid.ts";
import { isProcessableText, isSentUnchanged, parseSentText } from "../../src/values/index.ts";

const sent = (text: string): string | undefined => {
  const parsed = parseSentText(text);
  return isInvalid(parsed) ? undefined : parsed;
};

test("GEN-15: re-encodes what people type", () => {
  for (const [text, expected] of [
    ["‘a’ ‚b’ “c” „d” ‹e›", `'a' 'b' "c" "d" 'e'`],
    ["1–2—3‑4−5", "1-2-3-4-5"],
    ["og så…", "og så..."],
    ["100 €", "100 EUR"],
    ["a\u00A0b\u2009c\u202Fd", "a b c d"],
    ["a\nb\r\nc\u2028d", "a b c d"],
    ["Łódź, Œuvre, İstanbul, Ő, ẞ", "Lódz, OEuvre, Istanbul, O, SS"],
    ["Ǆ ŉ ẚ Ǯ", "DZ 'n a Z"],
    ["Kárášjohka Čáhcesuolu Đ Ŋ Š Ŧ Ž", "Kárášjohka Čáhcesuolu Đ Ŋ Š Ŧ Ž"],
    ["sam\u00ADarbeid", "samarbeid"],
    ["\u00AD", ""],
  ] as const) {
    assert.equal(sent(text), expected);
    assert.equal(sent(text.normalize("NFD")), expected, "decomposed");
  }
});

test("GEN-15: sends every letter of Latin Extended, only in characters of clearing", () => {
  const ranges = [
    [0x100, 0x24f],
    [0x1e00, 0x1eff],
  ] as const;
  for (const [from, to] of ranges) {
    for (let code = from; code <= to; code += 1) {
      const letter = String.fromCodePoint(code);
      if (!/\p{L}/u.test(letter)) continue;
      const result = sent(letter);
      assert(result, `U+${code.toString(16)} ${letter}`);
      assert(isSentUnchanged(result) && isProcessableText(result), letter);
      if (isProcessableText(letter)) assert.equal(result, letter);
    }
  }
});

test("GEN-08: names a character that cannot be sent", () => {
  for (const [text, code] of [
    ["Київ", "U+041A"],
    ["東京", "U+6771"],
    ["😀", "U+1F600"],
    ["a\u200Bb", "U+200B"],
    ["a\u202Eb", "U+202E"],
    ["a\u2060b", "U+2060"],
    ["\uFEFFa", "U+FEFF"],
    ["a\tb", "U+0009"],
    ["x\u0332", "U+0332"],
    ["a\ud800", "U+D800"],
  ] as const) {
    const parsed = parseSentText(text);
    assert(isInvalid(parsed));
    assert(parsed.reason.includes(code), parsed.reason);
  }
});
