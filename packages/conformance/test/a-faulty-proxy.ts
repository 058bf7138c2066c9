import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the proxy sees it. */
export interface ProxiedRequest {
  readonly method: string;
  readonly target: string;
  readonly body: string;
}

/** Decides about a request: undefined passes it on, anything else is or writes the response. */
export type ProxyRule = (
  request: ProxiedRequest,
) =>
  | { readonly status: number; readonly body: object }
  | ((response: ServerResponse) => void)
  | undefined;

/** Starts a proxy in front of a bank that breaks some of its responses. */
export const aFaultyProxy = async (
  bankAddress: string,
  rule: ProxyRule,
): Promise<AsyncDisposable & { readonly address: URL }> => {
  const bank = new URL(bankAddress);
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const { method = "", url: target = "", rawHeaders } = incoming;
    const own = rule({ method, target, body: bytes.toString() });
    if (typeof own === "function") return own(response);
    if (own !== undefined) return respond(response, own.status, own.body);
    const outgoing = request(
      { host: bank.hostname, port: bank.port, method, path: target, headers: rawHeaders },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    outgoing.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: new URL(`http://127.0.0.1:${port}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const respond = (response: ServerResponse, status: number, body: object): void => {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};
