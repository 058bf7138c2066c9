/** A word that may be an encoded text: in base64, hexadecimal, percent or JSON escapes. */
const encodedWord = /[\w%\\+/-]{11,}={0,2}/g;

/** How often a text may be encoded: base64 of base64, for example. */
const encodingsMax = 2;

const hyphens = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;
const bareId = /(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])/gi;
/** The number of a person as people write it: the date of birth apart from the rest. */
const spacedNumber = /(?<![0-9])([0-9]{6})[ .-]([0-9]{5})(?![0-9])/g;

const fromCode = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));

/** Yields the texts that a word may encode. */
function* decodeWord(word: string): Generator<string> {
  if (word.includes("%")) yield word.replace(/%([0-9a-f]{2})/gi, fromCode);
  if (word.includes("\\u")) yield word.replace(/\\u([0-9a-f]{4})/gi, fromCode);
  if (/^[0-9a-f]+$/i.test(word)) yield Buffer.from(word, "hex").toString("latin1");
  const characters = word.replace(/[%\\]/g, "");
  for (const start of [0, 1, 2, 3]) {
    const text = Buffer.from(characters.slice(start), "base64").toString("latin1");
    // UTF-16 has a zero byte beside each letter.
    yield text.replaceAll("\0", "");
  }
}

/** Returns ids and numbers in a text as the bank writes them. */
const writeAsBank = (text: string): string =>
  text
    .replace(bareId, (id) => id.replace(hyphens, "$1-$2-$3-$4-$5").toLowerCase())
    .replace(spacedNumber, "$1$2");

const decodesTo = (
  word: string,
  isPrivate: (text: string) => boolean,
  encodings: number,
): boolean => {
  for (const text of decodeWord(word)) {
    if (isPrivate(writeAsBank(text))) return true;
    if (encodings === encodingsMax) continue;
    for (const inner of text.match(encodedWord) ?? []) {
      if (decodesTo(inner, isPrivate, encodings + 1)) return true;
    }
  }
  return false;
};

/**
 * Replaces words that are or encode something private in another form than the bank writes it. TPPs
 * sign and send ids in base64, in hexadecimal or without hyphens by mistake.
 */
export const hideEncoded = (
  text: string,
  isPrivate: (text: string) => boolean,
  label: string,
): string =>
  text
    .replace(spacedNumber, (number) => (isPrivate(writeAsBank(number)) ? label : number))
    .replace(encodedWord, (word) =>
      isPrivate(writeAsBank(word)) || decodesTo(word, isPrivate, 1) ? label : word,
    );
