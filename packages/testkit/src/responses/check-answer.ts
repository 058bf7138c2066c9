import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { OpenApiAnswers } from "./open-api-answers.ts";
import type { RawAnswer } from "./raw-answer.ts";

const documentUrl = new URL("../../../../docs/reference/openapi.json", import.meta.url);
let answers: OpenApiAnswers | undefined;

/** Fails the test if the response is not in our OpenAPI document. */
export const checkAnswer = (method: string, target: string, answer: RawAnswer): void => {
  answers ??= new OpenApiAnswers(JSON.parse(readFileSync(documentUrl, "utf8")));
  const { status, json } = answer;
  const path = answers.pathOf(target);
  if (path === undefined) return;
  // A path that is not served, or not with this method, is refused before any operation.
  const isElsewhere = status === 404 || status === 405;
  const fault = isElsewhere
    ? answers.refusalFaultOf(json)
    : answers.faultOf(path, method, status, json);
  assert.equal(fault, undefined, `The OpenAPI document does not have this answer: ${fault}`);
};
