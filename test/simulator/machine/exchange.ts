import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** A request as a client sends it. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A response as a server sends it. */
export interface ContentToSend {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
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
  serve: RequestListener,
  { method, path, headers, body }: WireRequest,
): Promise<ContentToSend | undefined> =>
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
    const own = Object.entries(headers).filter(([name]) => name !== "content-length");
    request.rawHeaders = [...own.flat(), ...length];
    request.headers = Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value]));
    if (body !== undefined) request.push(body);
    request.push(null);
    request.complete = true;
    const response = new ServerResponse(request);
    response.assignSocket(connection);
    response.once("finish", () => {
      resolve(readContent(Buffer.concat(chunks), response));
      response.emit("close");
    });
    response.once("close", () => resolve(undefined));
    serve(request, response);
  });

const readContent = (bytes: Buffer, response: ServerResponse): ContentToSend => ({
  status: response.statusCode,
  contentType: String(response.getHeader("content-type") ?? ""),
  body: bytes.subarray(bytes.indexOf("\r\n\r\n") + 4),
});

export const readResponse = ({ status, body }: ContentToSend): WireResponse => ({
  status,
  json: body[0] === 0x7b ? JSON.parse(body.toString("utf8")) : undefined,
});
