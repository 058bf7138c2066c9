import type { Operation } from "@varde/protocol";

/** Meanings of the HTTP statuses of refusals. */
export const refusals = {
  400: "The request is invalid",
  401: "SCA is required: redirect the PSU to the link scaRedirect",
  403: "The TPP is not allowed to do this",
  404: "Unknown path, payment product or resource",
  406: "Only application/json can be returned",
  409: "The state of the resource does not allow this, or the X-Request-ID was used before",
  413: "The body is too large",
  415: "Only application/json is accepted",
  429: "Too many calls without the PSU present; repeat after Retry-After",
  431: "The headers are too large",
  500: "Internal error",
  503: "The bank is overloaded or its database is unavailable; repeat after Retry-After",
} as const;

export type RefusalStatus = keyof typeof refusals;

const always: readonly RefusalStatus[] = [400, 403, 404, 406, 413, 415, 431, 500, 503];

/** Lists the refusals that an operation may return. */
export const possibleRefusals = (operation: Operation): readonly RefusalStatus[] =>
  [
    ...always,
    ...(operation.psu === "none" ? [] : ([401] as const)),
    ...(operation.method === "GET" ? [] : ([409] as const)),
    ...(operation.codes.includes("ACCESS_EXCEEDED") ? ([429] as const) : []),
  ].sort((a, b) => a - b);
