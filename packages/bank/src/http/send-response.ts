import type { ServerResponse } from "node:http";
import { signResponse } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { Bank } from "../bank.ts";
import type { ApiResponse } from "../request/api-response.ts";
import type { RequestHeaders } from "../request/request-headers.ts";
import { writeResponse } from "./write-response.ts";

/**
 * Sends a response with the X-Request-ID of its request, signed if the bank signs all responses or
 * the caller requested it (SIG-36). Refusals are signed too, including those for unknown paths.
 */
export const sendResponse = (
  output: ServerResponse,
  response: ApiResponse,
  more: Readonly<Record<string, string>>,
  requestHeaders: RequestHeaders,
  bank: Bank,
): Awaitable<void> => {
  const requestId = wellFormedRequestId(requestHeaders);
  if (isSigned(requestHeaders, bank)) return sendSigned(output, response, more, requestId, bank);
  const headers = requestId === "" ? more : { ...more, "x-request-id": requestId };
  return writeResponse(output, response, headers);
};

const sendSigned = async (
  output: ServerResponse,
  response: ApiResponse,
  more: Readonly<Record<string, string>>,
  requestId: string,
  bank: Bank,
): Promise<void> => {
  const body = await wholeBody(response);
  const signature = await signatureHeaders(body, requestId, bank);
  const { status, headers = {} } = response;
  return writeResponse(output, { status, body, headers }, { ...more, ...signature });
};

/** Returns the request's id, or "" for a malformed one, which might not be a valid header value. */
const wellFormedRequestId = (requestHeaders: RequestHeaders): string => {
  const requestId = requestHeaders.get("x-request-id") ?? "";
  return /^[\x21-\x7e]{1,128}$/.test(requestId) ? requestId : "";
};

/** Joins a list that is sent in pieces, because the digest covers the whole body. */
const wholeBody = async (response: ApiResponse): Promise<string | undefined> =>
  response.pieces === undefined ? response.body : (await Array.fromAsync(response.pieces)).join("");

const isSigned = (requestHeaders: RequestHeaders, bank: Bank): boolean => {
  const { responseSigning } = bank.configuration;
  if (bank.responseSigner === undefined || responseSigning === "off") return false;
  return responseSigning === "always" || requestHeaders.has("accept-signature");
};

const signatureHeaders = async (body: string | undefined, requestId: string, bank: Bank) => {
  const identity = await bank.responseSigner?.readResponseIdentity();
  if (identity === undefined) return {};
  const { key, certificate } = identity;
  const atMs = bank.clock.machineNow();
  return signResponse({ requestId, body: body ?? "", key, certificate, atMs });
};
