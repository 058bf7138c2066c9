import { limits } from "../../limits.ts";
import { sentText, text } from "../schema.ts";

// The soft hyphen is dropped when the name is sent.
const anyVisible = "[^\\s\\u00AD]";

export const creditorName = sentText({
  minLength: 1,
  maxLength: limits.nameCharactersMax,
  pattern: anyVisible,
  description: `the payee's name, at most ${limits.nameCharactersMax} characters`,
});

export const ultimateDebtor = sentText({ maxLength: limits.nameCharactersMax });

export const endToEndIdentification = text({
  minLength: 1,
  maxLength: limits.referenceCharactersMax,
});
