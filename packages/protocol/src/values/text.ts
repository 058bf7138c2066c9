import { Invalid } from "../invalid.ts";
import { limits } from "../limits.ts";

// ISO 8859-1 without control characters, plus the Northern Sami letters it lacks.
const processable = /^[\x20-\x7E\xA0-\xFFČčĐđŊŋŠšŦŧŽž]*$/;

/** Returns whether the bank's systems can process every character of the text after NFC. */
export function isProcessableText(text: string): boolean {
  return processable.test(text) || processable.test(text.normalize("NFC"));
}

/** Normalises a text to NFC; the reason names the first character the bank cannot process. */
export function parseText(text: string): string | Invalid {
  if (processable.test(text)) return text;
  const character = firstUnprocessable(text);
  return character === undefined ? text.normalize("NFC") : new Invalid(nameCharacter(character));
}

/** Returns the first character that the bank's systems cannot process. */
export function firstUnprocessable(text: string): string | undefined {
  for (const character of text.normalize("NFC")) {
    if (!processable.test(character)) return character;
  }
  return undefined;
}

/** Texts without surrogates and combining marks. */
const oneCodeUnitEach = /^[\0-\u02ff]*$/;

/** Counts the code points of the composed form, which is the length that people perceive. */
export function countCharacters(text: string): number {
  if (oneCodeUnitEach.test(text)) return text.length;
  let count = 0;
  for (const _ of text.normalize("NFC")) count += 1;
  return count;
}

const marks = /\p{M}+/gu;

/**
 * Returns whether a text has more combining marks in a row than any language uses. Normalising such
 * a text takes time that grows with the square of the marks.
 */
export function hasTooManyMarks(text: string): boolean {
  for (const [run] of text.matchAll(marks)) {
    if (run.length > limits.combiningMarksMax) return true;
  }
  return false;
}

const invisible = /^[\p{C}\p{Z}\p{M}]$/u;

/** Names a character that the bank's systems cannot process. */
export function nameCharacter(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  if (!character.isWellFormed()) return `contains half of a surrogate pair (${code})`;
  const name = invisible.test(character) ? code : `"${character}" (${code})`;
  return `the character ${name} cannot be processed`;
}

/** Explains why a text with this character is refused, and what to send instead. */
export function explainCharacter(character: string): string {
  if (!character.isWellFormed()) return `${nameCharacter(character)}; send complete characters`;
  const hint = hints.find(([pattern]) => pattern.test(character))?.[1] ?? "leave it out";
  return `is not accepted: ${nameCharacter(character)}; ${hint}`;
}

/** Hints on what to send instead of a character; the first matching pattern applies. */
const hints: readonly (readonly [RegExp, string])[] = [
  [/[\n\r\u0085\u2028\u2029]/u, "give the text on one line"],
  [/\p{Sc}/u, "write the currency code, like EUR"],
  [/[\p{P}\p{Zs}]/u, "use plain keyboard characters, like ' and - and \" and a space"],
  [/[\p{L}\p{M}]/u, "use letters of Western European languages or Northern Sami"],
];
