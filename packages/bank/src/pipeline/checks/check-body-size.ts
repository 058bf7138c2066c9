import { bodyBytesMax } from "@varde/protocol";
import { type Refusal, refuse } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/** LIM-23: refuses a body over the limit of its operation, which was not read to its end. */
export const checkBodySize: Check = ({ operation, received }) =>
  received.isTooLarge ? refuseLargeBody(bodyBytesMax(operation, received.parameters)) : undefined;

/** Closes the connection too, because the rest of the body is still being sent. */
export const refuseLargeBody = (bytesMax: number): Refusal =>
  refuse(
    {
      code: "BAD_REQUEST",
      status: 413,
      text: `The body is larger than ${bytesMax} bytes, which is the limit of this operation.`,
    },
    { headers: { connection: "close" } },
  );
