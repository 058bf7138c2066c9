import type { OperationId } from "@varde/protocol";
import type { RequestContext } from "../http/request-context.ts";

/** SCA-23, SCA-24: a TPP forwards the PSU's address when the PSU is there, and only then. */
export const isPsuPresent = (context: RequestContext): boolean =>
  context.received.headers.has("psu-ip-address");

const served: ReadonlySet<OperationId> = new Set([
  "readBalances",
  "listTransactions",
  "readCardBalances",
  "listCardTransactions",
]);

/** Whether the call may be made with no PSU and no session: balances and transactions only. */
export const isUnattendedCall = (context: RequestContext): boolean =>
  served.has(context.operation.id) && !isPsuPresent(context);
