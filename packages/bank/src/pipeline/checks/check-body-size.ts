import { bodyBytesMax } from "../../constants.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** ERR-07: refuses a body over the limit, which was not read to its end. */
export const checkBodySize: Check = ({ received }) =>
  received.isTooLarge ? refuseLargeBody : undefined;

/** Closes the connection too, because the rest of the body is still being sent. */
export const refuseLargeBody: Refusal = refuse(
  { code: "BAD_REQUEST", status: 413, text: `The body is larger than ${bodyBytesMax} bytes.` },
  { headers: { connection: "close" } },
);
