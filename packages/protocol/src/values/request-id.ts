import { Invalid } from "../invalid.ts";
import { limits } from "../limits.ts";
import type { Brand } from "./brand.ts";

/** The id that a TPP gives to one of its requests. */
export type RequestId = Brand<"RequestId">;

const { requestIdCharactersMax } = limits;

/** Parses a request id: 1 to 128 visible ASCII characters, for example a UUID. */
export function parseRequestId(text: string): RequestId | Invalid {
  return isRequestId(text)
    ? text
    : new Invalid(
        `must be 1 to ${requestIdCharactersMax} visible ASCII characters, for example a UUID`,
      );
}

const visible = /^[\x21-\x7E]+$/;

/** Returns whether a text has the form of a request id. */
export function isRequestId(text: string): text is RequestId {
  return text.length <= requestIdCharactersMax && visible.test(text);
}
