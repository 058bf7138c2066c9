import { Invalid, isInvalid } from "../invalid.ts";
import { nameCharacter } from "./text.ts";

/** Each line lists characters, and what is sent to clearing in place of each of them. */
const replacements: readonly (readonly [characters: string, sent: string])[] = [
  ["\u2018\u2019\u201A\u201B\u2032\u2039\u203A\u02BC", "'"],
  ["\u201C\u201D\u201E\u201F\u2033", '"'],
  ["\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"],
  ["\u2026", "..."],
  ["\u20AC", "EUR"],
  // Spaces that do not break or have another width, and line breaks.
  [
    "\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000",
    " ",
  ],
  ["\n\r\u0085\u2028\u2029", " "],
  // The soft hyphen is dropped.
  ["\u00AD", ""],
  // Letters that Unicode does not decompose.
  ["Ⱥ", "A"],
  ["ẚ", "a"],
  ["ƁƂɃƄ", "B"],
  ["ƀƃƅ", "b"],
  ["ƇȻ", "C"],
  ["ƈȼ", "c"],
  ["ƉƊƋ", "D"],
  ["ƌƍȡẟ", "d"],
  ["ȸ", "db"],
  ["ƎƏƐɆ", "E"],
  ["ǝɇ", "e"],
  ["Ƒ", "F"],
  ["ƒ", "f"],
  ["ƓƔǤȜ", "G"],
  ["ǥȝ", "g"],
  ["Ħ", "H"],
  ["ħ", "h"],
  ["Ƕ", "HV"],
  ["ƕ", "hv"],
  ["ƖƗ", "I"],
  ["ı", "i"],
  ["Ɉ", "J"],
  ["ȷɉ", "j"],
  ["Ƙ", "K"],
  ["ĸƙ", "k"],
  ["ŁȽ", "L"],
  ["łƚƛȴ", "l"],
  ["Ỻ", "LL"],
  ["ỻ", "ll"],
  ["Ɯ", "M"],
  ["ƝȠ", "N"],
  ["ƞȵ", "n"],
  ["ƆƟ", "O"],
  ["Œ", "OE"],
  ["œ", "oe"],
  ["Ƣ", "OI"],
  ["ƣ", "oi"],
  ["Ȣ", "OU"],
  ["ȣ", "ou"],
  ["Ƥ", "P"],
  ["ƥ", "p"],
  ["Ɋ", "Q"],
  ["ɋ", "q"],
  ["ȹ", "qp"],
  ["ƦɌ", "R"],
  ["ɍ", "r"],
  ["ƧƩƼ", "S"],
  ["ƨƪƽȿẜẝ", "s"],
  ["ẞ", "SS"],
  ["ƬƮȾ", "T"],
  ["ƫƭȶ", "t"],
  ["ƱɄ", "U"],
  ["ƲɅỼ", "V"],
  ["ỽ", "v"],
  ["Ƿ", "W"],
  ["ƿ", "w"],
  ["ƳɎỾ", "Y"],
  ["ƴɏỿ", "y"],
  ["ƵƷƸȤ", "Z"],
  ["ƶƹƺʒȥɀ", "z"],
  ["ƻ", "2"],
  ["ƾɁɂ", "?"],
  ["ǀǁǂǃ", "!"],
];

const sentByCharacter = new Map(
  replacements.flatMap(([characters, sent]) => [...characters].map((one) => [one, sent] as const)),
);

/** Characters that are sent as they are: ISO 8859-1 and the Northern Sami letters. */
const unchanged = /^[\x20-\x7E\xA1-\xAC\xAE-\xFFČčĐđŊŋŠšŦŧŽž]*$/;
const decomposableLetter = /^[\u0100-\u024F\u1E00-\u1EFF]$/;

/** Whether a text is sent as it is. */
export const isSentUnchanged = (text: string): boolean => unchanged.test(text);

/**
 * GEN-15: returns what is sent to clearing for a text that people type; the reason names the first
 * character that cannot be sent.
 */
export function parseSentText(text: string): string | Invalid {
  if (unchanged.test(text)) return text;
  let sent = "";
  for (const character of normalise(text)) {
    const replacement = sentCharacter(character);
    if (replacement === undefined) return new Invalid(nameCharacter(character));
    sent += replacement;
  }
  return sent;
}

export const isSendableText = (text: string): boolean => !isInvalid(parseSentText(text));

/** Returns the first character that cannot be sent. */
export const firstUnsendable = (text: string): string | undefined =>
  [...normalise(text)].find((character) => sentCharacter(character) === undefined);

const normalise = (text: string): string => text.normalize("NFC").replaceAll("\r\n", "\n");

function sentCharacter(character: string): string | undefined {
  if (unchanged.test(character)) return character;
  const sent = sentByCharacter.get(character);
  if (sent !== undefined || !decomposableLetter.test(character)) return sent;
  const letters = character.normalize("NFKD").replaceAll(/\p{M}/gu, "");
  const parts = [...letters].map((letter) =>
    unchanged.test(letter) ? letter : sentByCharacter.get(letter),
  );
  return parts.includes(undefined) ? undefined : parts.join("");
}
