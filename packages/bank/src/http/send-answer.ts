import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Awaitable } from "@varde/storage";
import type { Answer } from "./answer.ts";

/** Straight to the socket: the answer is whole, or comes in pieces that are sent as they come. */
export const sendAnswer = (
  response: ServerResponse,
  answer: Answer,
  more: Readonly<Record<string, string>> = {},
): Awaitable<void> => {
  const { status, body, pieces } = answer;
  if (pieces !== undefined) {
    response.writeHead(status, { "content-type": "application/json", ...answer.headers, ...more });
    return pipeline(pieces, response);
  }
  if (body === undefined) {
    response.writeHead(status, { ...answer.headers, ...more });
    response.end();
    return;
  }
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": length,
    ...answer.headers,
    ...more,
  });
  // As long in bytes as in characters it is ASCII, which is cheaper to write.
  response.end(body, length === body.length ? "latin1" : "utf8");
};
