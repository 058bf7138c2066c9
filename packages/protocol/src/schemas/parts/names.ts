import { limits } from "../../limits.ts";
import { sentText, text } from "../schema.ts";

export const creditorName = sentText({
  minLength: 1,
  maxLength: limits.nameCharactersMax,
  // At least one visible character: the soft hyphen is dropped when the name is sent.
  pattern: "[^\\s\\u00AD]",
  description: `the payee's name, at most ${limits.nameCharactersMax} characters`,
});

export const ultimateDebtor = sentText({ maxLength: limits.nameCharactersMax });

export const endToEndIdentification = text({
  minLength: 1,
  maxLength: limits.referenceCharactersMax,
});
