import type { Server as HttpServer, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { Socket } from "node:net";
import { type ConnectionLimits, connectionLimits } from "./connection-limits.ts";

/**
 * Open connections, each with the responses that are still due on it. Node ends a connection that
 * timed out without closing it, and checks no time limit after a server has stopped listening; both
 * are done here.
 */
export class Connections {
  readonly #servers = new Set<HttpServer | HttpsServer>();
  readonly #sockets = new Set<Socket>();
  /** The responses due on each connection, after its TLS handshake if it has one. */
  readonly #due = new Map<Socket, Set<ServerResponse>>();
  readonly #limits: ConnectionLimits;
  readonly #warn: (text: string) => void;
  #refusedCount = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #isClosing = false;

  constructor(warn: (text: string) => void, limits = connectionLimits()) {
    this.#warn = warn;
    this.#limits = limits;
  }

  get openCount(): number {
    return this.#sockets.size;
  }

  /** The number of connections that were closed at once, because too many were open. */
  get refusedCount(): number {
    return this.#refusedCount;
  }

  /** Watches the connections of a server. All servers together keep to one limit. */
  watch(server: HttpServer | HttpsServer): void {
    const isTls = "addContext" in server;
    this.#servers.add(server);
    server.on("connection", (socket: Socket) => this.#accept(socket));
    server.on(isTls ? "secureConnection" : "connection", (socket: Socket) => this.#open(socket));
  }

  /** Notes that a response is due. Call it before the request is served. */
  expect(response: ServerResponse): void {
    const { socket } = response.req;
    const due = this.#due.get(socket);
    due?.add(response);
    if (this.#isClosing) response.shouldKeepAlive = false;
    response.on("close", () => {
      due?.delete(response);
      if (this.#isClosing && due?.size === 0) socket.destroySoon();
    });
  }

  /** Sends a raw response after those that are due on the connection, and closes it. */
  async refuse(socket: Socket, response: string): Promise<void> {
    const due = [...(this.#due.get(socket) ?? [])].filter(({ req }) => req.complete);
    await Promise.all(due.map(untilClosed));
    if (socket.writable) socket.end(response);
    else socket.destroy();
    setTimeout(() => socket.destroy(), this.#limits.lingerMs).unref();
  }

  /**
   * Stops listening and closes every connection: at once if no response is due, soon if its request
   * is incomplete, and otherwise after its responses were sent, or at the deadline.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    const stopped = [...this.#servers].map(stopListening);
    for (const [socket, due] of this.#due) {
      if (due.size === 0) socket.destroy();
      for (const response of due) response.shouldKeepAlive = false;
    }
    setTimeout(() => this.#closeHalfSent(), this.#limits.halfSentMs).unref();
    setTimeout(() => this.#closeAll(), this.#limits.closingMs).unref();
    await Promise.all(stopped);
  }

  #closeHalfSent(): void {
    for (const [socket, due] of this.#due) {
      if (![...due].some(({ req }) => req.complete)) socket.destroy();
    }
  }

  #closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #accept(socket: Socket): void {
    if (this.#sockets.size >= this.#limits.connectionsMax) {
      socket.destroy();
      this.#refusedCount += 1;
      this.#warnOfLimit();
      return;
    }
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #open(socket: Socket): void {
    if (socket.destroyed) return;
    this.#due.set(socket, new Set());
    socket.once("close", () => this.#due.delete(socket));
  }

  #warnOfLimit(): void {
    const now = performance.now();
    if (now - this.#warnedAt < this.#limits.warnEveryMs) return;
    this.#warnedAt = now;
    const { connectionsMax } = this.#limits;
    this.#warn(
      `connections are refused: ${connectionsMax} are open, and open files are limited (ulimit -n)`,
    );
  }
}

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
