import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { ControlRefused } from "../control-refused.ts";
import type { SignedRequest } from "./sign-as-tpp.ts";

/** The bank's response, as the desk shows it. */
export interface ShownAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const answerMsMax = 30_000;
const loopbackFor: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * Sends the request over a new connection to the port this sandbox listens on, and nowhere else, so
 * that it passes the same checks as any other request.
 */
export const sendSigned = (
  { request: { method, url, headers, body } }: SignedRequest,
  address: AddressInfo | string | null,
): Promise<ShownAnswer> => {
  if (address === null || typeof address === "string") {
    throw new ControlRefused("the sandbox does not listen on a port");
  }
  const { pathname, search, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new ControlRefused(`the bank did not respond: ${error.message}`));
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const sent = request({
      host: loopbackFor[address.address] ?? address.address,
      port: address.port,
      method,
      path: pathname + search,
      headers: { Host: host, ...headers, ...length },
      agent: false,
      timeout: answerMsMax,
    });
    sent.on("timeout", () =>
      sent.destroy(new Error(`timed out after ${answerMsMax / 1000} seconds`)),
    );
    sent.on("error", fail);
    sent.on("response", (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", fail);
      answer.on("end", () =>
        resolve({
          status: answer.statusCode ?? 0,
          reason: answer.statusMessage ?? "",
          headers: pairsOf(answer.rawHeaders),
          body: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    sent.end(body);
  });
};

const pairsOf = (raw: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    raw.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), raw[at + 1] ?? ""]] : [])),
  );
