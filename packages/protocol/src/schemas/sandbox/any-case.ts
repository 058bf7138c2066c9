import { string } from "../schema.ts";

/** One of a few words in any letter case, as test data is often written. */
export function anyCase(words: readonly string[]) {
  const forms = words.map((word) =>
    [...word].map((letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`).join(""),
  );
  return string({
    pattern: `^(?:${forms.join("|")})$`,
    description: `one of ${words.join(", ")}`,
  });
}
