import { describeLongHeader, limitedHeaders, type Violation } from "@varde/protocol";
import { refuseAll } from "../../request/refusal.ts";
import type { Check } from "./check.ts";

/**
 * HDR-33: refuses headers over their greatest lengths, on every operation, so that every later
 * check and every explanation reads short values. The refusal has no explanation, because the
 * value may have been made to be expensive to examine.
 */
export const checkHeaderLengths: Check = ({ received: { headers } }) => {
  let violations: Violation[] | undefined;
  for (const [name, bytesMax] of limitedHeaders) {
    const value = headers.raw(name);
    if (value === undefined || value.length <= bytesMax) continue;
    violations ??= [];
    violations.push(describeLongHeader(name, value));
  }
  return violations && refuseAll(violations);
};
