import type { Operation } from "@varde/protocol";

/** What each refusal's status means, wherever it is answered. */
export const refusals = {
  400: "Something is wrong with the request",
  401: "The PSU has to authenticate first: see the link scaRedirect",
  403: "The TPP may not do this",
  404: "No such path, product or thing",
  406: "Only application/json is answered",
  409: "The state, or an X-Request-ID used before, does not allow it",
  413: "The body is too large",
  415: "Only application/json is read",
  429: "Too many calls while the PSU was away; Retry-After says when",
  431: "The headers are too large",
  500: "The bank has failed",
  503: "The bank is overloaded or its database away; Retry-After says when",
} as const;

export type RefusalStatus = keyof typeof refusals;

const always: readonly RefusalStatus[] = [400, 403, 404, 406, 413, 415, 431, 500, 503];

/** The refusals an operation may answer with. */
export const refusalsOf = (operation: Operation): readonly RefusalStatus[] =>
  [
    ...always,
    ...(operation.psu === "none" ? [] : ([401] as const)),
    ...(operation.method === "GET" ? [] : ([409] as const)),
    ...(operation.codes.includes("ACCESS_EXCEEDED") ? ([429] as const) : []),
  ].sort((a, b) => a - b);
