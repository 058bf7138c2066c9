import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Awaitable } from "@varde/storage";
import type { ApiResponse } from "../request/api-response.ts";

const json = "application/json";

/**
 * Forbids caches to store a response. Requests carry no Authorization header, so caches cannot tell
 * by themselves that responses are private.
 */
const noStore = { "cache-control": "no-store" } as const;

/** Writes a response to the socket, whole or in pieces as they are produced. */
export const writeResponse = (
  output: ServerResponse,
  response: ApiResponse,
  more: Readonly<Record<string, string>> = {},
): Awaitable<void> => {
  const { status, body, pieces } = response;
  if (pieces !== undefined) {
    output.writeHead(status, { "content-type": json, ...noStore, ...response.headers, ...more });
    return pipeline(pieces, output);
  }
  if (body === undefined) {
    output.writeHead(status, { ...noStore, ...response.headers, ...more });
    output.end();
    return;
  }
  const length = Buffer.byteLength(body);
  output.writeHead(status, {
    "content-type": json,
    "content-length": length,
    ...noStore,
    ...response.headers,
    ...more,
  });
  // With as many bytes as characters it is ASCII, which is cheaper to write.
  output.end(body, length === body.length ? "latin1" : "utf8");
};
