import { UsageError } from "../command.ts";

/** A request as it was sent. */
export interface ParsedRequest {
  readonly method: string;
  readonly target: string;
  /** In the order sent. Names are in lower case; values are the bytes as Latin-1. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

const requestLine = /^([A-Za-z]+) +(\S+)(?: +HTTP\/[\d.]+)?$/;

/**
 * Parses raw HTTP: request line, headers, an empty line, the body. Lines may end with CRLF or LF,
 * and may start with "> " as in the output of `curl -v`.
 */
export const parseRawRequest = (bytes: Buffer): ParsedRequest => {
  const text = bytes.toString("latin1");
  const end = /\r?\n(?:> ?)?\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const lines = head
    .split(/\r?\n/)
    .map((line) => line.replace(/^> ?/, ""))
    .filter((line, index) => index > 0 || line.trim() !== "");
  const [, method, target] = requestLine.exec(lines[0] ?? "") ?? [];
  if (method === undefined || target === undefined) {
    throw new UsageError('the request must start with a line like "POST /v1/… HTTP/1.1"');
  }
  const headers = lines.slice(1).flatMap(parseHeader);
  const rest = end === null ? Buffer.alloc(0) : bytes.subarray(end.index + end[0].length);
  const length = headers.find(([name]) => name === "content-length")?.[1];
  return {
    method: method.toUpperCase(),
    target: /^https?:/.test(target) ? target.replace(/^https?:\/\/[^/]+/, "") : target,
    headers,
    body: length === undefined ? rest : rest.subarray(0, Number(length)),
  };
};

const parseHeader = (line: string): readonly (readonly [string, string])[] => {
  if (line.trim() === "") return [];
  const colon = line.indexOf(":");
  if (colon < 1) throw new UsageError(`invalid header line "${line.slice(0, 60)}"`);
  return [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
};
