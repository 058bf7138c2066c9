import { randomInt } from "node:crypto";
import { isInvalid, parseOrganisationNumber } from "@varde/protocol";

/**
 * Returns a random synthetic organisation number. Synthetic ones start with 2 or 3. The sandbox
 * has one world for each number, so every new TPP gets its own.
 */
export const newOrganisationNumber = (): string => {
  for (;;) {
    const number = `3${randomInt(100_000_000).toString().padStart(8, "0")}`;
    if (!isInvalid(parseOrganisationNumber(number))) return number;
  }
};
