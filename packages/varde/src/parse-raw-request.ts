import type { SentRequest } from "@varde/protocol";
import { UsageError } from "./command.ts";

const requestLine = /^([A-Za-z]+) +(\S+)(?: +HTTP\/[\d.]+)?$/;

/**
 * Parses raw HTTP: request line, headers, an empty line, the body. Lines may end with CRLF or LF.
 * Also reads the output of `curl -v`, which has the headers, but not the body.
 */
export const parseRawRequest = (bytes: Buffer): SentRequest => {
  const text = bytes.toString("latin1");
  const { head, rest } = /^> /m.test(text) ? splitCurl(text) : splitRaw(text);
  const lines = head.split(/\r?\n/).filter((line, index) => index > 0 || line.trim() !== "");
  const [, method, target] = requestLine.exec(lines[0] ?? "") ?? [];
  if (method === undefined || target === undefined) {
    throw new UsageError('the request must start with a line like "POST /v1/… HTTP/1.1"');
  }
  const headers = lines.slice(1).flatMap(parseHeader);
  const length = headers.find(([name]) => name === "content-length")?.[1];
  const body = Buffer.from(rest, "latin1").subarray(0, Number(length ?? rest.length));
  return {
    method: method.toUpperCase(),
    target: /^https?:/.test(target) ? target.replace(/^https?:\/\/[^/]+/, "") : target,
    headers,
    body,
    ...(body.length < Number(length ?? 0) && body.length === 0 && { isBodyMissing: true }),
  };
};

interface SplitRequest {
  readonly head: string;
  readonly rest: string;
}

const splitRaw = (text: string): SplitRequest => {
  const end = /\r?\n\r?\n/.exec(text);
  return end === null
    ? { head: text, rest: "" }
    : { head: text.slice(0, end.index), rest: text.slice(end.index + end[0].length) };
};

/** Takes the lines that curl marks with ">", and as body only what is not curl's own output. */
const splitCurl = (text: string): SplitRequest => {
  const start = text.search(/^> /m);
  const [whole = ""] = /^(?:>.*(?:\r?\n|$))+/.exec(text.slice(start)) ?? [];
  const head = whole.replace(/^> ?/gm, "");
  const rest = text.slice(start + whole.length);
  return { head, rest: /^(?:[*<}] |[*<]\r?$)/m.test(rest) ? "" : rest };
};

const parseHeader = (line: string): readonly (readonly [string, string])[] => {
  if (line.trim() === "") return [];
  const colon = line.indexOf(":");
  if (colon < 1) throw new UsageError(`invalid header line "${line.slice(0, 60)}"`);
  return [[line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]];
};
