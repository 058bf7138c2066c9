import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { controlStreams, operationList } from "@varde/protocol";
import type { TestBank } from "@varde/sandbox";

/** A method and a path that the bank serves. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** Responses of these never end. */
const streams = Object.values(controlStreams).map(({ path }) => `/control/v1${path}`);

/** Lists every route of a bank: operations of the interface, pages, documents, control API. */
export const listRoutes = ({ app }: Pick<TestBank, "app">): readonly Route[] => {
  const served = operationList.map(({ method, path }) => ({ method, path }));
  const routes = [...served, ...readTree(app.printRoutes({ commonPrefix: false }))];
  return routes
    .filter(({ path }) => !streams.includes(path))
    .map(({ method, path }) => ({
      method,
      path: path.replaceAll(/\|[^/]*/g, "").replaceAll(/:\w+|\{\w+\}|\*/g, "x"),
    }));
};

/** Reads the tree of routes that Fastify prints. */
const readTree = (tree: string): readonly Route[] => {
  const parents: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^(.*?[├└]── )(.*?) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (part === "") return [];
    const depth = indent.length / 4;
    const path = (parents[depth - 1] ?? "") + part;
    parents[depth] = path;
    return methods.split(", ").map((method) => ({ method, path }));
  });
};

/** Formats a request without a body. */
export const formatEmpty = ({ method, path }: Route): string =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n`;

/** Connects to the bank. */
export const connectTo = async (address: string): Promise<Socket> => {
  const { hostname: host, port, protocol } = new URL(address);
  const isTls = protocol === "https:";
  const socket = isTls
    ? connectTls({ host, port: Number(port), rejectUnauthorized: false })
    : connect({ host, port: Number(port) });
  socket.on("error", () => undefined);
  await once(socket, isTls ? "secureConnect" : "connect");
  return socket;
};

export interface ReadResponse {
  readonly status: number;
  readonly body: string;
}

/** Reads the responses to these requests, or as many as arrive. */
export const readResponses = async (
  socket: Socket,
  sent: readonly Route[],
): Promise<readonly ReadResponse[]> => {
  const responses: ReadResponse[] = [];
  let text = "";
  for await (const piece of socket.setEncoding("latin1")) {
    text += piece;
    for (let next = sent[responses.length]; next !== undefined; next = sent[responses.length]) {
      const end = findEnd(text, next.method);
      if (end === undefined) break;
      const status = Number(text.slice(9, 12));
      responses.push({ status, body: text.slice(text.indexOf("\r\n\r\n") + 4, end) });
      text = text.slice(end);
    }
    if (responses.length === sent.length) break;
  }
  return responses;
};

/** Returns where the first response ends; undefined if it has not arrived whole. */
const findEnd = (text: string, method: string): number | undefined => {
  const bodyAt = text.indexOf("\r\n\r\n") + 4;
  if (bodyAt < 4) return undefined;
  const head = text.slice(0, bodyAt).toLowerCase();
  if (method === "HEAD" || /^http\/1.1 (204|304)/.test(head)) return bodyAt;
  if (head.includes("transfer-encoding: chunked")) {
    const last = text.indexOf("\r\n0\r\n\r\n", bodyAt - 2);
    return last < 0 ? undefined : last + 7;
  }
  const end = bodyAt + Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
  return end > text.length ? undefined : end;
};

/** Returns how many responses were due at the same time, at most, on any connection. */
export const watchDue = ({ server }: TestBank["app"]): (() => number) => {
  const due = new Map<Socket, number>();
  let most = 0;
  server.on("request", ({ socket }, response) => {
    const count = (due.get(socket) ?? 0) + 1;
    due.set(socket, count);
    most = Math.max(most, count);
    response.on("close", () => due.set(socket, (due.get(socket) ?? 1) - 1));
  });
  return () => {
    assert.ok(most > 0, "no request was counted");
    return most;
  };
};
