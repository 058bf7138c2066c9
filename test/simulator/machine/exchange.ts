import { IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** A request as a TPP sends it. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface WireResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: callers read the fields that they expect.
  readonly json: any;
}

/**
 * Hands a request to a server as if it had arrived on a connection, and resolves to the response,
 * or to undefined if the server closes the connection instead.
 */
export const exchange = (
  server: Server,
  { method, path, headers, body }: WireRequest,
): Promise<WireResponse | undefined> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const connection = new Duplex({
      read: () => {},
      write: (chunk: Buffer, _encoding, done) => {
        chunks.push(chunk);
        done();
      },
    }) as unknown as Socket;
    const request = new IncomingMessage(connection);
    request.method = method;
    request.url = path;
    // Responses of version 1.0 are not chunked.
    request.httpVersionMajor = 1;
    request.httpVersionMinor = 0;
    const length = body === undefined ? [] : ["Content-Length", String(Buffer.byteLength(body))];
    request.rawHeaders = [...Object.entries(headers).flat(), ...length];
    if (body !== undefined) request.push(body);
    request.push(null);
    request.complete = true;
    const response = new ServerResponse(request);
    response.assignSocket(connection);
    response.once("finish", () => {
      resolve(readResponse(Buffer.concat(chunks).toString("utf8")));
      response.emit("close");
    });
    response.once("close", () => resolve(undefined));
    server.emit("request", request, response);
  });

const readResponse = (text: string): WireResponse => {
  const end = text.indexOf("\r\n\r\n");
  const body = text.slice(end + 4);
  return {
    status: Number(text.split(" ", 2)[1]),
    json: body.startsWith("{") ? JSON.parse(body) : undefined,
  };
};
