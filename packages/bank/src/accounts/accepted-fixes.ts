import { type AcceptFix, activeFixes } from "@varde/protocol";
import { osloDay } from "../calendar/oslo.ts";
import type { RequestContext } from "../request/request-context.ts";

/**
 * VER-02, VER-19: returns the fixes that apply to a request, from its header and the bank's clock.
 */
export const acceptedFixes = (context: RequestContext): ReadonlySet<AcceptFix> => {
  const header = context.header("x-accept-fix");
  const today = osloDay(context.now);
  if (header !== last.header || today !== last.today) {
    last = { header, today, fixes: activeFixes(header, today) };
  }
  return last.fixes;
};

/** Caches the last result: most requests of a day have the same header, or none. */
let last: {
  readonly header: string | undefined;
  readonly today: string;
  readonly fixes: ReadonlySet<AcceptFix>;
} = { header: undefined, today: "", fixes: new Set() };
