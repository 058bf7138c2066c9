import { type AcceptFix, activeFixes } from "@varde/protocol";
import { osloDay } from "../calendar/oslo.ts";
import type { RequestContext } from "../request/request-context.ts";

/**
 * VER-02, VER-19: returns the fixes that apply to a request, from its header and the bank's clock.
 */
export const acceptedFixes = (context: RequestContext): ReadonlySet<AcceptFix> =>
  activeFixes(context.header("x-accept-fix"), osloDay(context.now));
