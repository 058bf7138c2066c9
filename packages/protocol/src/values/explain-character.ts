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
