import type { AddressInfo } from "node:net";
import { ControlRefused } from "../control-refused.ts";
import type { SignedRequest } from "./sign-as-tpp.ts";

// An import would load the client behind fetch as well, which a start does not need.
const { request } = process.getBuiltinModule("node:http");

/** The bank's response, as the desk shows it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const responseMsMax = 30_000;
const loopbackFor: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** Sends a request that the desk has signed. */
export const sendSigned = (
  { request: { method, url, headers, body } }: SignedRequest,
  address: AddressInfo | string | null,
): Promise<ReceivedResponse> => {
  const { pathname, search, host } = new URL(url);
  const target = pathname + search;
  return sendRequest({ method, target, headers: { Host: host, ...headers }, body }, address);
};

interface RequestToSend {
  readonly method: string;
  /** Path with query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/**
 * Sends the request over a new connection to the port this sandbox listens on, and nowhere else, so
 * that it passes the same checks as any other request.
 */
export const sendRequest = (
  { method, target, headers, body }: RequestToSend,
  address: AddressInfo | string | null,
): Promise<ReceivedResponse> => {
  if (address === null || typeof address === "string") {
    throw new ControlRefused("the sandbox does not listen on a port");
  }
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new ControlRefused(`the bank did not respond: ${error.message}`));
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const sent = request({
      host: loopbackFor[address.address] ?? address.address,
      port: address.port,
      method,
      path: target,
      headers: { ...headers, ...length },
      agent: false,
      timeout: responseMsMax,
    });
    sent.on("timeout", () =>
      sent.destroy(new Error(`timed out after ${responseMsMax / 1000} seconds`)),
    );
    sent.on("error", fail);
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          reason: response.statusMessage ?? "",
          headers: headerPairs(response.rawHeaders),
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.end(body);
  });
};

const headerPairs = (raw: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""]] : [])),
  );
