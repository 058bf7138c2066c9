import { type Parsed, parsed, unparsable } from "../parsed.ts";

/** Parses the boolean value of a header or query parameter. */
export function parseHttpBoolean(text: string): Parsed<boolean> {
  if (text === "true") return parsed(true);
  if (text === "false") return parsed(false);
  return unparsable("must be true or false");
}
