import type { ServerResponse } from "node:http";

/** The fault of a request, and its place. */
export interface Problem {
  readonly detail: string;
  /** JSON pointer of the field. */
  readonly pointer?: string;
}

const titles: Readonly<Record<number, string>> = {
  400: "Malformed request",
  401: "Not authenticated",
  404: "Unknown operation",
  405: "Method not allowed",
  409: "Conflict",
  413: "Request too large",
  415: "Unsupported media type",
  500: "Internal error",
  503: "Unavailable",
};

/** Sends a problem (RFC 9457), unless a response was begun. */
export const sendProblem = (
  response: ServerResponse,
  status: number,
  problem: Problem,
  headers: Readonly<Record<string, string>> = {},
): void => {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ title: titles[status], status, ...problem });
  response.writeHead(status, { ...headers, "content-type": "application/problem+json" }).end(body);
};
