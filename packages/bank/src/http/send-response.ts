import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { isRequestId, type ResponseSignature, signResponseWith } from "@varde/protocol";
import type { Awaitable } from "@varde/storage";
import type { Bank } from "../bank.ts";
import { PortFailed } from "../ports/guard/port-failed.ts";
import type { ResponseSigner } from "../ports/response-signer.ts";
import type { ApiResponse } from "../request/api-response.ts";
import { refuse } from "../request/refusal.ts";
import type { RequestHeaders } from "../request/request-headers.ts";
import { presentRefusal } from "./present-refusal.ts";

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
  const signer = requestedSigner(requestHeaders, bank);
  if (signer !== undefined) return sendSigned(output, response, more, requestId, signer, bank);
  return sendUnsigned(output, response, more, requestId);
};

const sendUnsigned = (
  output: ServerResponse,
  response: ApiResponse,
  more: Readonly<Record<string, string>>,
  requestId: string,
): Awaitable<void> =>
  writeResponse(output, response, requestId === "" ? more : { ...more, "x-request-id": requestId });

const sendSigned = async (
  output: ServerResponse,
  response: ApiResponse,
  more: Readonly<Record<string, string>>,
  requestId: string,
  signer: ResponseSigner,
  bank: Bank,
): Promise<void> => {
  const body = await wholeBody(response);
  const signature = await trySigning(body ?? "", requestId, signer, bank);
  if (signature === undefined) {
    return sendUnsigned(output, presentRefusal(refuseUnsigned, bank.configuration), {}, requestId);
  }
  const { status, headers = {} } = response;
  return writeResponse(output, { status, body, headers }, { ...more, ...signature });
};

/** Returns the request's id, or "" for a malformed one, which might not be a valid header value. */
const wellFormedRequestId = (requestHeaders: RequestHeaders): string => {
  const requestId = requestHeaders.get("x-request-id");
  return requestId !== undefined && isRequestId(requestId) ? requestId : "";
};

/** Joins a list that is sent in pieces, because the digest covers the whole body. */
const wholeBody = async (response: ApiResponse): Promise<string | undefined> =>
  response.pieces === undefined ? response.body : (await Array.fromAsync(response.pieces)).join("");

/** Returns the signer, if this response is to be signed. */
const requestedSigner = (
  requestHeaders: RequestHeaders,
  { configuration, responseSigner }: Bank,
): ResponseSigner | undefined => {
  const { responseSigning } = configuration;
  const isRequested = responseSigning === "always" || requestHeaders.has("accept-signature");
  return isRequested && responseSigning !== "off" ? responseSigner : undefined;
};

/** Signs a response, or logs and counts that the signer failed. */
const trySigning = async (
  body: string,
  requestId: string,
  signer: ResponseSigner,
  bank: Bank,
): Promise<ResponseSignature | undefined> => {
  const atMs = bank.clock.machineNow();
  try {
    return await signResponseWith({ requestId, body, atMs }, (bytes) => signer.sign(bytes));
  } catch (error) {
    bank.log.error({ err: error, requestId }, "response not signed, 503 sent in its place");
    // A guarded port has counted its failure already.
    if (!(error instanceof PortFailed)) bank.metrics.countPortFailure("responseSigner.sign");
    return undefined;
  }
};

/** The effect of the request remains: sent again, it gets its stored response. */
const refuseUnsigned = refuse(
  {
    code: "SYSTEM_ERROR",
    status: 503,
    text: "The bank cannot sign its response at present. Send the same request again shortly.",
  },
  { headers: { "retry-after": "2" } },
);

const json = "application/json";

/**
 * Forbids caches to store a response. Requests carry no Authorization header, so caches cannot tell
 * by themselves that responses are private.
 */
const noStore = "no-store";

/** Writes a response to the socket, whole or in pieces as they are produced. */
export const writeResponse = (
  output: ServerResponse,
  response: ApiResponse,
  more: Readonly<Record<string, string>> = {},
): Awaitable<void> => {
  const { status, body, pieces } = response;
  // A flat list of names and values, which Node writes without copying it first.
  const head: (string | number)[] = ["cache-control", noStore];
  if (body !== undefined || pieces !== undefined) head.push("content-type", json);
  for (const headers of [response.headers, more]) {
    for (const name in headers) head.push(name, headers[name] ?? "");
  }
  if (pieces !== undefined) {
    output.writeHead(status, head);
    return pipeline(pieces, output);
  }
  if (body === undefined) {
    output.writeHead(status, head);
    output.end();
    return;
  }
  const length = Buffer.byteLength(body);
  head.push("content-length", length);
  output.writeHead(status, head);
  // With as many bytes as characters it is ASCII, which is cheaper to write.
  output.end(body, length === body.length ? "latin1" : "utf8");
};
