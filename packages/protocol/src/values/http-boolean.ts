import { Invalid } from "../invalid.ts";

/** Parses the boolean value of a header or query parameter, in any letter case. */
export function parseHttpBoolean(text: string): boolean | Invalid {
  if (/^true$/i.test(text)) return true;
  if (/^false$/i.test(text)) return false;
  return new Invalid("must be true or false");
}
