import { connect } from "node:net";
import type { RawResponse } from "../responses/raw-response.ts";

/** Formats a request exactly as it is sent. */
export const formatRequest = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string | string[]>>,
  body: string | Buffer = "",
): Buffer => {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  );
  const length = Buffer.byteLength(body);
  const head = [`${method} ${target} HTTP/1.1`, ...lines, `Content-Length: ${length}`, "", ""];
  return Buffer.concat([Buffer.from(head.join("\r\n"), "latin1"), Buffer.from(body)]);
};

/** Sends bytes on a new connection and reads one response. */
export const sendBytes = (baseUrl: string, bytes: Uint8Array): Promise<RawResponse> => {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port) });
    let received = Buffer.alloc(0);
    const finish = (response: RawResponse) => {
      socket.destroy();
      resolve(response);
    };
    socket.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const response = readResponse(received);
      if (response !== undefined) finish(response);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error(`closed after: ${received.toString("latin1")}`)));
    socket.write(bytes);
  });
};

/** Returns the response once it is complete; the bank always sends a length. */
const readResponse = (bytes: Buffer): RawResponse | undefined => {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const length = Number(headers["content-length"] ?? 0);
  const body = bytes.subarray(end + 4);
  if (body.length < length) return undefined;
  const text = body.subarray(0, length).toString("utf8");
  const isJson = text !== "" && /json/.test(headers["content-type"] ?? "");
  return {
    status: Number(first.split(" ")[1]),
    headers,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
};
