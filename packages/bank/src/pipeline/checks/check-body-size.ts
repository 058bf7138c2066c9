import { bodyBytesMax } from "../../constants.ts";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** ERR-07: a body over the limit was not read to its end. */
export const checkBodySize: Check = ({ received }) =>
  received.isTooLarge ? refuseLargeBody : undefined;

/** What is left of the body is still on its way, so the connection is of no more use. */
export const refuseLargeBody: Refusal = refuse(
  { code: "BAD_REQUEST", status: 413, text: `The body is larger than ${bodyBytesMax} bytes.` },
  { headers: { connection: "close" } },
);
