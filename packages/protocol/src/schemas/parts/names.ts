import { limits } from "../../limits.ts";
import { text } from "../schema.ts";

const anyVisible = "[^\\s]";

export const creditorName = text({
  minLength: 1,
  maxLength: limits.nameCharactersMax,
  pattern: anyVisible,
  description: `the payee's name, at most ${limits.nameCharactersMax} characters`,
});

export const ultimateDebtor = text({ maxLength: limits.nameCharactersMax });

export const endToEndIdentification = text({
  minLength: 1,
  maxLength: limits.referenceCharactersMax,
});
