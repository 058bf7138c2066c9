import assert from "node:assert/strict";
import { answerWith } from "../request/answer.ts";
import type { UseCase } from "../use-case.ts";

/**
 * END-19: by which name this TPP knows the PSU. The call is there for its refusal: it starts an SCA
 * for a TPP that may not read accounts.
 */
export const readUser: UseCase<"readUser"> = async (context) => {
  const psuId = context.psu.psuId;
  assert(psuId !== undefined, "a session is somebody's, and they came by their PSU-ID");
  return answerWith(200, { psuId });
};
