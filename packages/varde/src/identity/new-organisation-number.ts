import { randomInt } from "node:crypto";
import { parseOrganisationNumber } from "@varde/protocol";

/**
 * An organisation number nobody has: synthetic ones begin with 2 or 3. A TPP of its own number has
 * a sandbox world of its own, so every new TPP gets one by chance.
 */
export const newOrganisationNumber = (): string => {
  for (;;) {
    const number = `3${randomInt(100_000_000).toString().padStart(8, "0")}`;
    if (parseOrganisationNumber(number).ok) return number;
  }
};
