import { type Parsed, parsed, unparsable } from "../parsed.ts";

// ISO 8859-1 without its control characters, and the Northern Sami letters it lacks.
const processable = /^[\x20-\x7E\xA0-\xFFČčĐđŊŋŠšŦŧŽž]*$/;
const invisible = /^[\p{C}\p{Z}\p{M}]$/u;

/** Tells whether the bank's systems can process every character, once the text is in NFC. */
export function isProcessableText(text: string): boolean {
  return processable.test(text) || processable.test(text.normalize("NFC"));
}

/** Reads a text into NFC; the first character the bank cannot process is named in the reason. */
export function parseText(text: string): Parsed<string> {
  if (processable.test(text)) return parsed(text);
  const character = firstUnprocessable(text);
  return character === undefined
    ? parsed(text.normalize("NFC"))
    : unparsable(whyNotProcessable(character));
}

/** The first character that the bank's systems cannot process. */
export function firstUnprocessable(text: string): string | undefined {
  for (const character of text.normalize("NFC")) {
    if (!processable.test(character)) return character;
  }
  return undefined;
}

/** The length people mean: code points, of the composed form. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text.normalize("NFC")) count += 1;
  return count;
}

function whyNotProcessable(character: string): string {
  const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  if (!character.isWellFormed()) return `holds half of a surrogate pair (${code})`;
  const name = invisible.test(character) ? code : `"${character}" (${code})`;
  return `the character ${name} cannot be processed`;
}
