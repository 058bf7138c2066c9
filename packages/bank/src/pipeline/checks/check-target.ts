import { type Refusal, refuse } from "../../request/refusal.ts";

/**
 * Checks that the target is a plain path, so that the same text is signed, routed and logged. Takes
 * only the target because it runs before routing.
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
      text: "The path contains an encoded NUL, slash or backslash; ids of this bank have none.",
    });
  }
  return undefined;
};
