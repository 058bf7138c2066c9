import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { headerBytesMax, requestTimeoutMs } from "../constants.ts";

/** How Node listens for this bank, with TLS or without. */
export const serverOptions = {
  maxHeaderSize: headerBytesMax,
  headersTimeout: requestTimeoutMs,
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  // HDR-03: Host may be left out. Node would answer without a body otherwise.
  requireHostHeader: false,
} as const;

/**
 * What Node would decide by itself: it drops headers after the two thousandth, so that a repeated
 * one would go unseen, and answers an unknown Expect without a body. The bank reads all of them
 * and takes no notice of Expect.
 */
export const readWholeRequests = (
  server: Pick<Server, "maxHeadersCount" | "on">,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): void => {
  server.maxHeadersCount = 0;
  server.on("checkExpectation", handler);
};
