import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import { Server as NetServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { addressOrNetwork, Connection } from "./connection.ts";
import { type ConnectionLimits, connectionLimits } from "./connection-limits.ts";
import { HalfSentRequests } from "./half-sent-requests.ts";
import { HeldBytes } from "./held-bytes.ts";
import { RequestGate } from "./request-gate.ts";
import { keepAliveMs } from "./server-options.ts";
import { TrustedProxies } from "./trusted-proxies.ts";

const refusalsPerTurn = 20;
/** Refusals within a second after which a connection is closed. */
const refusalsMax = 50;

interface ConnectionOptions {
  readonly limits?: ConnectionLimits;
  readonly trustedProxies?: readonly string[];
}

/** The code of the `clientError` for a body in too many chunks. */
export const tooManyChunks = "TOO_MANY_CHUNKS";

/**
 * The open connections of a process: all its servers are watched here. A connection has one request
 * at a time, and is closed if its client does not take the response. Node ends a connection that
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
  readonly #held: HeldBytes;
  readonly #warnOfRefused: () => void;
  readonly #warnOfUnread: () => void;
  readonly #refusals: { readonly socket: Socket; readonly response: string }[] = [];
  #refusedCount = 0;
  #unreadCount = 0;
  #sweeps: NodeJS.Timeout | undefined;
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
    this.#warnOfUnread = rarely(warnEveryMs, () =>
      warn("connections are closed, because their clients do not read the responses"),
    );
    this.#held = new HeldBytes(limits.heldBytesMax, () => this.#countUnread());
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

  /** The number of connections that were closed because clients did not take their responses. */
  get unreadCount(): number {
    return this.#unreadCount;
  }

  /** Watches the connections of a server. All servers together keep to one limit. */
  watch(server: HttpServer | HttpsServer): void {
    this.#servers.add(server);
    server.prependListener("request", (_request, response: ServerResponse) =>
      this.#expect(response),
    );
    if ("addContext" in server) this.#watchTls(server);
    else {
      server.on("connection", (socket: Socket) => {
        const connection = this.#accept(socket);
        if (connection !== undefined) this.#ready(connection, socket, server);
      });
    }
  }

  /** Notes that a head has arrived and its response is due. */
  #expect(response: ServerResponse): void {
    const { req: request } = response;
    const { socket } = request;
    const connection = this.#bySocket.get(socket);
    // A server over TLS passes its requests on to one that is watched too.
    if (connection === undefined || connection.due.has(response)) return;
    if (connection.siblings !== undefined) this.#halfSent.end(connection);
    connection.lastRequest = request;
    connection.due.add(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.on("prefinish", () => {
      if (socket.writableLength > 0) this.#hold(connection);
    });
    response.on("close", () => {
      connection.due.delete(response);
      this.#hold(connection);
      if (this.#isClosing && connection.due.size === 0) socket.destroySoon();
      else connection.gate?.continueSoon();
    });
  }

  #hold(connection: Connection): void {
    this.#held.set(connection, this.#open.has(connection) ? connection.heldBytes : 0);
  }

  #countUnread(): void {
    this.#unreadCount += 1;
    this.#warnOfUnread();
  }

  /** Closes connections whose clients do not take their responses. */
  #sweep(): void {
    for (const connection of this.#open) {
      this.#hold(connection);
      if (connection.countUnmoved() < this.#limits.sweepsUnmovedMax) continue;
      this.#countUnread();
      connection.abandon();
    }
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
   * Counts the refusal of a request that is for nobody. Too many close the connection. A proxy has
   * requests of many callers on a connection, so it keeps its own.
   */
  countRefusal(response: ServerResponse): void {
    const connection = this.#bySocket.get(response.req.socket);
    if (connection === undefined || connection.isProxy) return;
    if (connection.countRefusal() >= refusalsMax) response.shouldKeepAlive = false;
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
    const connection = this.#bySocket.get(socket);
    connection?.gate?.stop();
    const due = [...(connection?.due ?? [])].filter(({ req }) => req.complete);
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
    for (const connection of this.#open) connection.endAfterResponse();
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
    for (const connection of this.#open) {
      if (connection.due.size === 0) connection.abandon();
      else connection.endAfterResponse();
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
      if (connection !== undefined) this.#ready(connection, socket, server);
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
    this.#sweeps ??= setInterval(() => this.#sweep(), this.#limits.sweepMs).unref();
    this.#halfSent.begin(connection, connection.address);
    socket.once("close", () => this.#forget(connection));
    return connection;
  }

  /** Notes the socket that the requests of a connection will have. */
  #ready(connection: Connection, socket: Socket, server: HttpServer | HttpsServer): void {
    if (socket.destroyed) return;
    connection.socket = socket;
    connection.gate = new RequestGate(socket, {
      connection,
      onHeld: (bytes) => {
        connection.bytesAhead = bytes;
        this.#hold(connection);
      },
      onTooManyChunks: () => {
        const error = Object.assign(new Error("too many chunks"), { code: tooManyChunks });
        server.emit("clientError", error, socket);
      },
    });
    this.#bySocket.set(socket, connection);
    socket.once("close", () => this.#bySocket.delete(socket));
  }

  #forget(connection: Connection): void {
    this.#open.delete(connection);
    this.#halfSent.end(connection);
    this.#held.set(connection, 0);
    if (this.#open.size > 0) return;
    clearInterval(this.#sweeps);
    this.#sweeps = undefined;
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
