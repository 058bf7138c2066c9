import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { ControlRefused } from "../control-refused.ts";
import type { SignedRequest } from "./sign-as-tpp.ts";

/** What the bank said, as a developer wants to see it. */
export interface ShownAnswer {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const answerMsMax = 30_000;
const loopbackFor: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/**
 * Sends the request over a connection of its own to the port this sandbox listens on, and nowhere
 * else, so that it is judged like anybody's.
 */
export const sendSigned = (
  { request: { method, url, headers, body } }: SignedRequest,
  address: AddressInfo | string | null,
): Promise<ShownAnswer> => {
  if (address === null || typeof address === "string") {
    throw new ControlRefused("the sandbox listens on no port");
  }
  const { pathname, search, host } = new URL(url);
  return new Promise((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new ControlRefused(`the bank gave no answer: ${error.message}`));
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
    sent.on("timeout", () => sent.destroy(new Error(`none within ${answerMsMax / 1000} seconds`)));
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
