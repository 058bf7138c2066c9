import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Awaitable } from "@varde/storage";
import type { Answer } from "../request/answer.ts";

const json = "application/json";

/**
 * Forbids caches to store a response. Requests carry no Authorization header, so caches cannot tell
 * by themselves that responses are private.
 */
const noStore = { "cache-control": "no-store" } as const;

/** Writes a response to the socket, whole or in pieces as they are produced. */
export const sendAnswer = (
  response: ServerResponse,
  answer: Answer,
  more: Readonly<Record<string, string>> = {},
): Awaitable<void> => {
  const { status, body, pieces } = answer;
  if (pieces !== undefined) {
    response.writeHead(status, { "content-type": json, ...noStore, ...answer.headers, ...more });
    return pipeline(pieces, response);
  }
  if (body === undefined) {
    response.writeHead(status, { ...noStore, ...answer.headers, ...more });
    response.end();
    return;
  }
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    "content-type": json,
    "content-length": length,
    ...noStore,
    ...answer.headers,
    ...more,
  });
  // With as many bytes as characters it is ASCII, which is cheaper to write.
  response.end(body, length === body.length ? "latin1" : "utf8");
};
