import type { Socket } from "node:net";
import { limits } from "@varde/protocol";
import { requestTimeoutMs } from "../configuration/constants.ts";
import { refuse } from "../request/refusal.ts";
import { chunkLimits } from "./connections/chunked-body.ts";
import { type Connections, tooManyChunks } from "./connections/connections.ts";
import { presentRefusal } from "./present-refusal.ts";

// An import would load the client behind fetch as well, which a start does not need.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/**
 * Refuses a request that is malformed or was not sent in time. Returns the status of the response,
 * or undefined if the connection was closed already.
 */
export const refuseUnreadable = (
  code: string | undefined,
  socket: Socket,
  connections: Connections,
): number | undefined => {
  // Closed already, or refused before: the client ended a request that timed out.
  if (!socket.writable) {
    socket.destroy();
    return undefined;
  }
  const { status, text } = clientErrors[code ?? ""] ?? malformedRequest;
  const refusal = refuse({ code: "BAD_REQUEST", status, text });
  // Nothing in this response depends on the bank.
  const { body = "" } = presentRefusal(refusal, { mode: "production", publicUrl: "" });
  connections.refuse(socket, rawResponse(status, body));
  return status;
};

const malformedRequest = { status: 400, text: "The request is not well-formed HTTP." };

const chunksRefused = {
  status: 413,
  text:
    "The body is in too many chunks, or their extensions and trailers are too large: " +
    `there may be ${chunkLimits.chunks} chunks, and one more for each ` +
    `${chunkLimits.bytesPerChunk} bytes.`,
};

const clientErrors: Readonly<Record<string, typeof malformedRequest>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: `The headers are larger than ${limits.headersBytesMax} bytes.`,
  },
  [tooManyChunks]: chunksRefused,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: chunksRefused,
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    text: `The request was not complete after ${requestTimeoutMs / 1000} seconds.`,
  },
};

const rawResponse = (status: number, body: string): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
