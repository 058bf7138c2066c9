import assert from "node:assert/strict";
import type { Bank } from "../bank.ts";
import { type Answer, answerWith } from "../request/answer.ts";
import type { RequestContext } from "../request/request-context.ts";

/**
 * END-19: by which name this TPP knows the PSU. The call is there for its refusal: it starts an SCA
 * for a TPP that may not read accounts.
 */
export const readUser = async (context: RequestContext, _bank: Bank): Promise<Answer> => {
  const psuId = context.psu?.psuId;
  assert(psuId !== undefined, "a session is somebody's, and they came by their PSU-ID");
  return answerWith(200, { psuId });
};
