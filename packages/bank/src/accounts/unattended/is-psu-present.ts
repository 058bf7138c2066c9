import type { RequestContext } from "../../request/request-context.ts";

/** SCA-23, SCA-24: a TPP sends PSU-IP-Address when the PSU is present, and only then. */
export const isPsuPresent = (context: RequestContext): boolean =>
  context.received.headers.has("psu-ip-address");

/** Whether the call is one that needs neither PSU nor session: balances and transactions only. */
export const isUnattendedCall = (context: RequestContext): boolean =>
  context.operation.session === "or-unattended" && !isPsuPresent(context);
