import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Awaitable } from "@varde/storage";
import type { ApiResponse } from "../request/api-response.ts";

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
