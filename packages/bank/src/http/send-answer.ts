import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Awaitable } from "@varde/storage";
import type { Answer } from "../request/answer.ts";

const json = "application/json";

/**
 * Nothing on the way may keep an answer: it is about a person and holds for this moment. A request
 * is signed and not authorised in HTTP's own sense, so a cache cannot tell by itself.
 */
const unkept = { "cache-control": "no-store" } as const;

/** Straight to the socket: the answer is whole, or comes in pieces that are sent as they come. */
export const sendAnswer = (
  response: ServerResponse,
  answer: Answer,
  more: Readonly<Record<string, string>> = {},
): Awaitable<void> => {
  const { status, body, pieces } = answer;
  if (pieces !== undefined) {
    response.writeHead(status, { "content-type": json, ...unkept, ...answer.headers, ...more });
    return pipeline(pieces, response);
  }
  if (body === undefined) {
    response.writeHead(status, { ...unkept, ...answer.headers, ...more });
    response.end();
    return;
  }
  const length = Buffer.byteLength(body);
  response.writeHead(status, {
    "content-type": json,
    "content-length": length,
    ...unkept,
    ...answer.headers,
    ...more,
  });
  // As long in bytes as in characters it is ASCII, which is cheaper to write.
  response.end(body, length === body.length ? "latin1" : "utf8");
};
