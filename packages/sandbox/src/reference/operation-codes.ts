import { type Operation, type TppMessageCode, tppMessageCodes } from "@varde/protocol";

const always: readonly TppMessageCode[] = [
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
    ...always,
    // Only a write can conflict with a state or an earlier request.
    ...codes.filter((code) => code !== "CONFLICT" || method !== "GET"),
    ...(session === "none" ? [] : (["SCA_NOT_FOUND", "SCA_EXPIRED", "SCA_INVALID"] as const)),
    ...(psu === "none" ? [] : (["PSU_CREDENTIALS_INVALID"] as const)),
    ...(path.includes("{product}") ? (["PRODUCT_UNKNOWN"] as const) : []),
  ]);
  return tppMessageCodes.filter((code) => possible.has(code));
};
