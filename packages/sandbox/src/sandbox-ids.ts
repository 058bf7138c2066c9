import { randomBytes, randomUUIDv7 } from "node:crypto";
import type { Ids } from "@varde/bank";

const secretBytes = 16;

/** Time-ordered names for what is stored, 128 random bits for what must not be guessed. */
export const sandboxIds: Ids = {
  newId: () => randomUUIDv7(),
  newSecret: () => randomBytes(secretBytes).toString("base64url"),
};
