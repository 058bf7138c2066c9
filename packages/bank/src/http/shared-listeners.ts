import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Server as TlsServer } from "node:https";
import type { Refusal } from "../request/refusal.ts";
import { connectionLimits } from "./connections/connection-limits.ts";
import { Connections } from "./connections/connections.ts";
import {
  createHttpListener,
  createTlsListener,
  type RequestHandlers,
  type TlsServerOptions,
} from "./connections/create-listener.ts";
import { presentRefusal } from "./present-refusal.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import { writeResponse } from "./send-response.ts";

interface SharedListenerOptions {
  readonly trustedProxies: readonly string[];
  /** Open files that are needed besides connections of clients. */
  readonly bankFiles: number;
  readonly warn: (text: string) => void;
}

/**
 * Servers that share the limits of their connections, besides those of a bank: of a process with
 * several banks, of its operators, of a core bank. What cannot be read, or is for none of the
 * banks, gets a response that names no bank.
 */
export class SharedListeners {
  readonly connections: Connections;
  readonly #handlers: RequestHandlers;

  constructor(serve: RequestListener, { trustedProxies, bankFiles, warn }: SharedListenerOptions) {
    const limits = connectionLimits(undefined, bankFiles);
    this.connections = new Connections(warn, { limits, trustedProxies });
    this.#handlers = {
      serve,
      refuse: ({ code }, socket) => void refuseUnreadable(code, socket, this.connections),
    };
  }

  createHttpServer(): Server {
    const server = createHttpListener(this.#handlers.serve);
    server.on("clientError", this.#handlers.refuse);
    this.connections.watch(server);
    return server;
  }

  createTlsServer(options: TlsServerOptions): TlsServer {
    return createTlsListener(this.#handlers, this.connections, options);
  }

  /** Refuses a request that no bank serves. A connection with too many of them is closed. */
  refuse(response: ServerResponse<IncomingMessage>, refusal: Refusal): void {
    this.connections.countRefusal(response);
    writeResponse(response, presentRefusal(refusal, { mode: "production", publicUrl: "" }));
  }
}
