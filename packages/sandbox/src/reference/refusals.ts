import { type Operation, type TppMessageCode, tppMessageCodes } from "@varde/protocol";

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

const statusesOfAll: readonly RefusalStatus[] = [400, 403, 404, 406, 413, 415, 431, 500, 503];

/** Lists the refusals that an operation may return. */
export const possibleRefusals = (operation: Operation): readonly RefusalStatus[] =>
  [
    ...statusesOfAll,
    ...(operation.psu === "none" ? [] : ([401] as const)),
    ...(operation.method === "GET" ? [] : ([409] as const)),
    ...(operation.codes.includes("ACCESS_EXCEEDED") ? ([429] as const) : []),
  ].sort((a, b) => a - b);

const codesOfAll: readonly TppMessageCode[] = [
  "FORMAT_ERROR",
  "BAD_REQUEST",
  "HTTP_HEADER_REQUIRED",
  "FORBIDDEN",
  "SYSTEM_ERROR",
];

/** Lists the error codes of an operation, in the order of the catalogue. */
export const operationCodes = (operation: Operation): readonly TppMessageCode[] => {
  const { method, session, psu, path, codes } = operation;
  const possible = new Set<TppMessageCode>([
    ...codesOfAll,
    // Only a write can conflict with a state or an earlier request.
    ...codes.filter((code) => code !== "CONFLICT" || method !== "GET"),
    ...(session === "none" ? [] : (["SCA_NOT_FOUND", "SCA_EXPIRED", "SCA_INVALID"] as const)),
    ...(psu === "none" ? [] : (["PSU_CREDENTIALS_INVALID"] as const)),
    ...(path.includes("{product}") ? (["PRODUCT_UNKNOWN"] as const) : []),
  ]);
  return tppMessageCodes.filter((code) => possible.has(code));
};
