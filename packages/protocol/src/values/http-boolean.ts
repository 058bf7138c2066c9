import { type Parsed, parsed, unparsable } from "../parsed.ts";

/** Parses the boolean value of a header or query parameter, in any letter case. */
export function parseHttpBoolean(text: string): Parsed<boolean> {
  if (/^true$/i.test(text)) return parsed(true);
  if (/^false$/i.test(text)) return parsed(false);
  return unparsable("must be true or false");
}
