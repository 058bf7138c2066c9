import assert from "node:assert/strict";
import { errorResponse, type Schema, validateBody } from "@varde/protocol";
import type { RawAnswer } from "./raw-answer.ts";

/** Asserts the status and that the body matches the schema exactly; returns the body. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank answered
export const expectBody = (answer: RawAnswer, status: number, schema: Schema): any => {
  assert.equal(answer.status, status, answer.text);
  assert.deepEqual(validateBody(schema, answer.json), { violations: [], unknownFields: [] });
  return answer.json;
};

/** Asserts that the response refuses with this code first; returns its first message. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank answered
export const expectRefusal = (answer: RawAnswer, status: number, code: string): any => {
  const body = expectBody(answer, status, errorResponse);
  assert.equal(body.tppMessages[0].code, code, answer.text);
  return body.tppMessages[0];
};
