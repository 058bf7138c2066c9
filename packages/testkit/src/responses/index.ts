export { assertErrorShape, assertRefused } from "./assert-refused.ts";
export { checkChannelResponse } from "./check-channel-response.ts";
export { expectBody, expectRefusal } from "./expect-body.ts";
export { openApiSchemas } from "./open-api-responses.ts";
