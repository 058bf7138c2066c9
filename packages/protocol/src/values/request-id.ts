import { type Parsed, parsed, unparsable } from "../parsed.ts";
import type { Brand } from "./brand.ts";

/** What a TPP calls one of its requests. */
export type RequestId = Brand<"RequestId">;

/** Reads a request id: 1 to 128 visible ASCII characters, of which a UUID is one way. */
export function parseRequestId(text: string): Parsed<RequestId> {
  return /^[\x21-\x7E]{1,128}$/.test(text)
    ? parsed(text as RequestId)
    : unparsable("must be 1 to 128 visible ASCII characters, for example a UUID");
}
