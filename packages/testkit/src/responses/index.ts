export { assertErrorShape, assertRefused } from "./assert-refused.ts";
export { expectBody, expectRefusal } from "./expect-answer.ts";
export { openApiSchemas } from "./open-api-answers.ts";
