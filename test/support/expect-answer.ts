import assert from "node:assert/strict";
import { errorResponse, type Schema, validateBody } from "@varde/protocol";
import type { RawAnswer } from "./raw-tpp.ts";

/** The answer has the status and exactly the shape it should; gives its body back. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank answered
export const expectBody = (answer: RawAnswer, status: number, schema: Schema): any => {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(validateBody(schema, answer.json), { violations: [], unknownFields: [] });
  return answer.json;
};

/** The answer refuses with this code; gives its first message back. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank answered
export const expectRefusal = (answer: RawAnswer, status: number, code: string): any => {
  const body = expectBody(answer, status, errorResponse);
  assert.equal(body.tppMessages[0].code, code, answer.text);
  return body.tppMessages[0];
};
