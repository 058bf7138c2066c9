import type { Server } from "node:http";
import { limits } from "@varde/protocol";
import { requestTimeoutMs } from "../../configuration/constants.ts";

/** How long an idle connection is kept open. */
export const keepAliveMs = 5_000;

/** Options of the HTTP server, with TLS or without. */
export const serverOptions = {
  maxHeaderSize: limits.headersBytesMax,
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: keepAliveMs,
  // HDR-03: Host may be omitted. Node would otherwise respond without a body.
  requireHostHeader: false,
} as const;

/**
 * Makes the server read all headers and ignore Expect. By default Node drops headers after the two
 * thousandth, which could hide a repeated one, and refuses an unknown Expect without a body.
 */
export const readWholeRequests = (
  server: Pick<Server, "maxHeadersCount" | "on" | "emit">,
): void => {
  server.maxHeadersCount = 0;
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
};
