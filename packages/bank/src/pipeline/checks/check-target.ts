import { type Refusal, refuse } from "../../request/refusal.ts";

/**
 * The target must be a plain path: what is signed, what is routed and what is logged are then the
 * same. Runs before routing, so it takes the target alone.
 */
export const checkTarget = (target: string): Refusal | undefined => {
  if (!target.startsWith("/")) {
    return refuse({
      code: "BAD_REQUEST",
      text: "The request target must be a path such as /v1/accounts, not an absolute address.",
    });
  }
  if (!target.includes("%")) return undefined;
  const path = target.split("?", 1)[0] ?? "";
  if (/%00|%2f|%5c/i.test(path)) {
    return refuse({
      code: "BAD_REQUEST",
      text: "The path contains an encoded NUL, slash or backslash, which no id of this bank has.",
    });
  }
  return undefined;
};
