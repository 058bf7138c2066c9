import { Invalid } from "../invalid.ts";
import type { Brand } from "./brand.ts";

/** The id that a TPP gives to one of its requests. */
export type RequestId = Brand<"RequestId">;

/** Parses a request id: 1 to 128 visible ASCII characters, for example a UUID. */
export function parseRequestId(text: string): RequestId | Invalid {
  return /^[\x21-\x7E]{1,128}$/.test(text)
    ? (text as RequestId)
    : new Invalid("must be 1 to 128 visible ASCII characters, for example a UUID");
}
