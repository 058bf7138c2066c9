import { type AcceptFix, activeFixes } from "@varde/protocol";
import { osloDay } from "../calendar/oslo.ts";
import type { RequestContext } from "../request/request-context.ts";

/** VER-02, VER-19: the fixes in force for a call, by its header and by the bank's own clock. */
export const acceptedFixes = (context: RequestContext): ReadonlySet<AcceptFix> =>
  activeFixes(context.header("x-accept-fix"), osloDay(context.now));
