import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { addressOrNetwork, Connection } from "./connection.ts";
import { type ConnectionLimits, connectionLimits } from "./connection-limits.ts";
import { HalfSentRequests } from "./half-sent-requests.ts";
import { keepAliveMs } from "./server-options.ts";
import { TrustedProxies } from "./trusted-proxies.ts";

const refusalsPerTurn = 20;
/** Refusals within a second after which a connection is closed. */
const refusalsMax = 50;

interface ConnectionOptions {
  readonly limits?: ConnectionLimits;
  readonly trustedProxies?: readonly string[];
}

/**
 * Open connections, each with the responses that are still due on it. Node ends a connection that
 * timed out without closing it, and checks no time limit after a server has stopped listening; both
 * are done here.
 */
export class Connections {
  readonly #servers = new Set<HttpServer | HttpsServer>();
  readonly #open = new Set<Connection>();
  /** Connections by the socket that their requests have; with TLS, after the handshake. */
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #limits: ConnectionLimits;
  readonly #proxies: TrustedProxies;
  readonly #halfSent: HalfSentRequests;
  readonly #warnOfRefused: () => void;
  readonly #refusals: { readonly socket: Socket; readonly response: string }[] = [];
  #refusedCount = 0;
  #isClosing = false;

  constructor(warn: (text: string) => void, options: ConnectionOptions = {}) {
    const { limits = connectionLimits(), trustedProxies = [] } = options;
    this.#limits = limits;
    this.#proxies = new TrustedProxies(trustedProxies);
    const { connectionsMax, halfSentMax, warnEveryMs } = limits;
    this.#warnOfRefused = rarely(warnEveryMs, () =>
      warn(
        `connections are refused: ${connectionsMax} are open, and open files are limited ` +
          "(ulimit -n)",
      ),
    );
    const warnOfAbandoned = rarely(warnEveryMs, () =>
      warn(
        `half-sent requests are closed, the oldest first: up to ${halfSentMax} may wait for ` +
          "their rest, half of them of one address, and fewer if connections run out",
      ),
    );
    this.#halfSent = new HalfSentRequests(limits, warnOfAbandoned);
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** The number of connections that were closed at once, because too many were open. */
  get refusedCount(): number {
    return this.#refusedCount;
  }

  /** The number of requests whose head or body has not arrived whole. */
  get halfSentCount(): number {
    return this.#halfSent.count;
  }

  /** The number of half-sent requests that were closed to make room for others. */
  get abandonedCount(): number {
    return this.#halfSent.abandonedCount;
  }

  /** Watches the connections of a server. All servers together keep to one limit. */
  watch(server: HttpServer | HttpsServer): void {
    this.#servers.add(server);
    if ("addContext" in server) this.#watchTls(server);
    else {
      server.on("connection", (socket: Socket) => {
        const connection = this.#accept(socket);
        if (connection !== undefined) this.#ready(connection, socket);
      });
    }
  }

  /** Notes that a head has arrived and its response is due. Call it before serving the request. */
  expect(response: ServerResponse): void {
    const { socket } = response.req;
    const connection = this.#bySocket.get(socket);
    if (connection?.siblings !== undefined) this.#halfSent.end(connection);
    const due = connection?.due;
    due?.add(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.on("close", () => {
      due?.delete(response);
      if (this.#isClosing && due?.size === 0) socket.destroySoon();
    });
  }

  /** Returns the address of the caller; behind one of the bank's own proxies, the forwarded one. */
  callerAddress(request: IncomingMessage): string {
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined) return "";
    if (!connection.isProxy) return connection.address;
    const forwardedFor = String(request.headers["x-forwarded-for"] ?? "");
    return addressOrNetwork(this.#proxies.findCaller(connection.address, forwardedFor));
  }

  /** Whether the request comes from one of the bank's own proxies. */
  isForwarded({ socket }: IncomingMessage): boolean {
    return this.#bySocket.get(socket)?.isProxy ?? false;
  }

  /**
   * Counts the refusal of a request that is for nobody, and returns whether to send it. The last
   * one closes the connection, so that requests that were sent ahead are not read. A proxy has
   * requests of many callers on a connection, so it keeps its own.
   */
  mayRefuse(response: ServerResponse): boolean {
    const connection = this.#bySocket.get(response.req.socket);
    if (connection === undefined || connection.isProxy) return true;
    const count = connection.countRefusal();
    if (count >= refusalsMax) response.shouldKeepAlive = false;
    return count <= refusalsMax;
  }

  /** Counts the request as half-sent until its body has arrived or its connection is closed. */
  awaitBody(request: IncomingMessage): void {
    const connection = this.#bySocket.get(request.socket);
    if (connection === undefined || connection.siblings !== undefined) return;
    this.#halfSent.begin(connection, this.callerAddress(request));
  }

  /** Counts bytes of the body. Too many, and the connection or another one is closed. */
  growBody(request: IncomingMessage, bytes: number): void {
    const connection = this.#bySocket.get(request.socket);
    if (connection !== undefined) this.#halfSent.grow(connection, bytes);
  }

  /** Notes that the body has arrived, or that its rest will not be read. */
  endBody(request: IncomingMessage): void {
    const connection = this.#bySocket.get(request.socket);
    if (connection !== undefined) this.#halfSent.end(connection);
  }

  /** Sends a raw response after those that are due on the connection, and closes it. */
  async refuse(socket: Socket, response: string): Promise<void> {
    const due = [...(this.#bySocket.get(socket)?.due ?? [])].filter(({ req }) => req.complete);
    await Promise.all(due.map(untilClosed));
    this.#refusals.push({ socket, response });
    if (this.#refusals.length === 1) setImmediate(() => this.#sendRefusals());
  }

  /**
   * Stops listening, for another process that listens on the same port, and asks callers to open
   * new connections. Resolves when idle ones have been closed because of their time limit: closed
   * earlier, a request that is on its way would be lost.
   */
  async handOver(): Promise<void> {
    this.#isClosing = true;
    // Servers of node:http would close idle connections at once.
    for (const server of this.#servers) NetServer.prototype.close.call(server);
    await pause(keepAliveMs + 500);
  }

  /**
   * Stops listening and closes every connection: at once if no response is due, soon if its request
   * is incomplete, and otherwise after its responses were sent, or at the deadline.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    const stopped = [...this.#servers].map(stopListening);
    for (const { socket, due } of this.#open) {
      if (due.size === 0) socket.destroy();
      for (const response of due) response.shouldKeepAlive = false;
    }
    setTimeout(() => this.#closeHalfSent(), this.#limits.halfSentMs).unref();
    setTimeout(() => this.#closeAll(), this.#limits.closingMs).unref();
    await Promise.all(stopped);
  }

  /** Sends a few in each turn: thousands of requests may time out at the same moment. */
  #sendRefusals(): void {
    for (const { socket, response } of this.#refusals.splice(0, refusalsPerTurn)) {
      if (socket.writable) socket.end(response);
      else socket.destroy();
      setTimeout(() => socket.destroy(), this.#limits.lingerMs).unref();
    }
    if (this.#refusals.length > 0) setImmediate(() => this.#sendRefusals());
  }

  #closeHalfSent(): void {
    for (const { socket, due } of this.#open) {
      if (![...due].some(({ req }) => req.complete)) socket.destroy();
    }
  }

  #closeAll(): void {
    for (const { socket } of this.#open) socket.destroy();
  }

  #watchTls(server: HttpsServer): void {
    // Node does not say which connection a handshake was on.
    const handshakes = new Map<string, Connection>();
    server.on("connection", (socket: Socket) => {
      const peer = peerKey(socket);
      const connection = this.#accept(socket);
      if (connection === undefined) return;
      handshakes.set(peer, connection);
      socket.once("close", () => {
        if (handshakes.get(peer) === connection) handshakes.delete(peer);
      });
    });
    server.on("secureConnection", (socket: Socket) => {
      const peer = peerKey(socket);
      const connection = handshakes.get(peer);
      handshakes.delete(peer);
      if (connection !== undefined) this.#ready(connection, socket);
    });
  }

  /** Until the head of its first request has arrived, a connection counts as half-sent. */
  #accept(socket: Socket): Connection | undefined {
    if (this.#open.size >= this.#limits.connectionsMax && !this.#makeRoom()) {
      socket.destroy();
      this.#refusedCount += 1;
      this.#warnOfRefused();
      return undefined;
    }
    const connection = new Connection(socket, this.#proxies);
    this.#open.add(connection);
    this.#halfSent.begin(connection, connection.address);
    socket.once("close", () => this.#forget(connection));
    return connection;
  }

  /** Notes the socket that the requests of a connection will have. */
  #ready(connection: Connection, socket: Socket): void {
    if (socket.destroyed) return;
    connection.socket = socket;
    this.#bySocket.set(socket, connection);
    socket.once("close", () => this.#bySocket.delete(socket));
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    this.#halfSent.end(connection);
  }

  /** Closes a half-sent request, or else a connection that waits for its next one. */
  #makeRoom(): boolean {
    if (this.#halfSent.abandonOne()) return true;
    for (const connection of this.#open) {
      if (connection.due.size > 0) continue;
      connection.abandon();
      this.#forget(connection);
      return true;
    }
    return false;
  }
}

/** Returns a function that calls another one, at most once in a period. */
const rarely = (everyMs: number, act: () => void): (() => void) => {
  let actedAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - actedAt < everyMs) return;
    actedAt = now;
    act();
  };
};

const peerKey = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

const untilClosed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.closed) resolve();
    else response.once("close", resolve);
  });

const stopListening = (server: HttpServer | HttpsServer): Promise<void> =>
  new Promise((resolve) => {
    // Fails only if the server does not listen.
    server.close(() => resolve());
  });
