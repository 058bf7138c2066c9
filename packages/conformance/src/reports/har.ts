import { type Exchange, type HeaderLine, headerOf } from "../wire/exchange.ts";
import type { BankReport } from "./report.ts";

export { createRedactor } from "../wire/redact.ts";
export { type Exchange, type HeaderLine, headerOf };

/** Returns the exchanges of a run as an HTTP archive (HAR 1.2), each with the id of its check. */
export const buildHar = ({ suite, bank, interrupted, exchanges }: BankReport): object => {
  const { origin } = new URL(bank);
  const creator = { name: "varde check-bank", version: suite };
  const entries = exchanges.map((one) => ({ ...buildHarEntry(one, origin), _check: one.check }));
  const comment = interrupted ? { comment: "Incomplete: the run was interrupted." } : {};
  return { log: { version: "1.2", creator, entries, ...comment } };
};

/** HAR has no way to leave a size or time out: -1 means that it is not known. */
const unknown = -1;

/** Returns an exchange as an entry of an HTTP archive. */
export const buildHarEntry = (
  { startedAt, ms, request, response, fault }: Omit<Exchange, "check" | "number">,
  origin: string,
) => ({
  startedDateTime: new Date(startedAt).toISOString(),
  time: ms,
  request: {
    method: request.method,
    url: `${origin}${request.target}`,
    httpVersion: "HTTP/1.1",
    headers: headersOf(request.headers),
    queryString: queryOf(request.target),
    cookies: [],
    headersSize: unknown,
    bodySize: Buffer.byteLength(request.body ?? ""),
    ...(request.body !== undefined && {
      postData: {
        mimeType: headerOf(request, "content-type") ?? "application/json",
        text: request.body,
      },
    }),
  },
  response: {
    // A status of 0 is how browsers write that there was no response.
    status: response?.status ?? 0,
    statusText: "",
    httpVersion: "HTTP/1.1",
    headers: headersOf(response?.headers ?? []),
    cookies: [],
    content: {
      size: Buffer.byteLength(response?.body ?? ""),
      mimeType: headerOf(response, "content-type") ?? "",
      text: response?.body ?? "",
    },
    redirectURL: headerOf(response, "location") ?? "",
    headersSize: unknown,
    bodySize: Buffer.byteLength(response?.body ?? ""),
    ...(fault !== undefined && { _error: fault }),
  },
  cache: {},
  timings: { send: 0, wait: ms, receive: 0 },
});

const headersOf = (lines: readonly HeaderLine[]) => lines.map(([name, value]) => ({ name, value }));

const queryOf = (target: string) => {
  const at = target.indexOf("?");
  if (at === -1) return [];
  return [...new URLSearchParams(target.slice(at))].map(([name, value]) => ({ name, value }));
};
