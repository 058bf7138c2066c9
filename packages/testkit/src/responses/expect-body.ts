import assert from "node:assert/strict";
import { errorResponse, type Schema, validateBody } from "@varde/protocol";
import type { RawResponse } from "./raw-response.ts";

/** Asserts the status and that the body matches the schema exactly; returns the body. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank returned
export const expectBody = (response: RawResponse, status: number, schema: Schema): any => {
  assert.equal(response.status, status, response.text);
  assert.deepEqual(validateBody(schema, response.json), { violations: [], unknownFields: [] });
  return response.json;
};

/** Asserts that the response refuses with this code first; returns its first message. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the bank returned
export const expectRefusal = (response: RawResponse, status: number, code: string): any => {
  const body = expectBody(response, status, errorResponse);
  assert.equal(body.tppMessages[0].code, code, response.text);
  return body.tppMessages[0];
};
