import type { ObservedClient } from "./client-check.ts";
import type { RequestFact } from "./request-facts.ts";

/** Whether the bank refused or changed the request because of a scenario, not by itself. */
export const isOrdinary = ({ scenario }: RequestFact): boolean => scenario === undefined;

export const hasFault = ({ faults = [] }: RequestFact, start: string): boolean =>
  faults.some((fault) => fault.startsWith(start));

/** Whether the bank found a fault in a header or field. */
export const hasFaultAt = ({ faults = [] }: RequestFact, path: string): boolean =>
  faults.some((fault) => fault.endsWith(` ${path}`));

const writes = /^(?:create|start|delete|put|confirm)/;
export const isWrite = ({ operation }: RequestFact): boolean => writes.test(operation);

/** Returns whether two requests ask for the same: operation, target and body. */
export const asksTheSame = (one: RequestFact, other: RequestFact): boolean =>
  one.operation === other.operation &&
  one.target === other.target &&
  one.digest === other.digest &&
  one.psuId === other.psuId;

/** Returns whether two requests create the same payment, even if their bodies differ a little. */
export const paysTheSame = (one: RequestFact, other: RequestFact): boolean =>
  one.operation === "createPayment" &&
  other.operation === "createPayment" &&
  (one.digest === other.digest || (one.amount !== undefined && one.amount === other.amount));

/** Returns the requests after one, within a time of the machine's clock. */
export const requestsAfter = (
  { number, at }: Pick<RequestFact, "number" | "at">,
  { requests }: ObservedClient,
  withinMs: number = Number.POSITIVE_INFINITY,
): readonly RequestFact[] =>
  requests.filter((later) => later.number > number && later.at - at <= withinMs);

/** Returns whether a request reads balances or transactions. */
export const isAccountRead = ({ operation }: RequestFact): boolean =>
  /^(?:read.*Balances|list.*Transactions|readTransaction)$/.test(operation);
