import { string } from "../schema.ts";

/** Builds an enumeration that accepts any letter case, as in test data. */
export function anyCase(words: readonly string[]) {
  const forms = words.map((word) =>
    [...word].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join(""),
  );
  return string({
    pattern: `^(?:${forms.join("|")})$`,
    description: `one of ${words.join(", ")}`,
  });
}
