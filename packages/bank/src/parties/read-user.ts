import assert from "node:assert/strict";
import type { UseCase } from "../bank.ts";
import { respondWith } from "../request/api-response.ts";

/**
 * END-19: returns the PSU-ID that this TPP has for the PSU. The operation is useful for its
 * refusal, which starts an SCA for a TPP that may not read accounts.
 */
export const readUser: UseCase<"readUser"> = async (context) => {
  const psuId = context.psu.psuId;
  assert(psuId !== undefined, "the request is in a session, so it has a PSU-ID");
  return respondWith(200, { psuId });
};
