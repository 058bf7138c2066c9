import type { RequestContext } from "../request/request-context.ts";

/** SCA-23, SCA-24: a TPP forwards the PSU's address when the PSU is there, and only then. */
export const isPsuPresent = (context: RequestContext): boolean =>
  context.received.headers.has("psu-ip-address");

/** Whether the call may be made with no PSU and no session: balances and transactions only. */
export const isUnattendedCall = (context: RequestContext): boolean =>
  context.operation.session === "or-unattended" && !isPsuPresent(context);
