import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { OpenApiResponses } from "./open-api-responses.ts";
import type { RawResponse } from "./raw-response.ts";

const documentUrl = new URL("../../../../docs/reference/openapi.json", import.meta.url);
let responses: OpenApiResponses | undefined;

/** Fails the test if the response is not in our OpenAPI document. */
export const checkResponse = (method: string, target: string, response: RawResponse): void => {
  responses ??= new OpenApiResponses(JSON.parse(readFileSync(documentUrl, "utf8")));
  const { status, json } = response;
  const path = responses.pathOf(target);
  if (path === undefined) return;
  // A path that is not served, or not with this method, is refused before any operation.
  const isElsewhere = status === 404 || status === 405;
  const fault = isElsewhere
    ? responses.refusalFaultOf(json)
    : responses.faultOf(path, method, status, json);
  assert.equal(fault, undefined, `The OpenAPI document does not have this response: ${fault}`);
};
