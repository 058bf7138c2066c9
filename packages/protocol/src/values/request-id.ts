import { type Parsed, parsed, unparsable } from "../parsed.ts";
import type { Brand } from "./brand.ts";

/** The id that a TPP gives to one of its requests. */
export type RequestId = Brand<"RequestId">;

/** Parses a request id: 1 to 128 visible ASCII characters, for example a UUID. */
export function parseRequestId(text: string): Parsed<RequestId> {
  return /^[\x21-\x7E]{1,128}$/.test(text)
    ? parsed(text as RequestId)
    : unparsable("must be 1 to 128 visible ASCII characters, for example a UUID");
}
