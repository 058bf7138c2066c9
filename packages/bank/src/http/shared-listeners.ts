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
  /** Open files that the banks need besides connections of clients. */
  readonly bankFiles: number;
  readonly warn: (text: string) => void;
}

/**
 * The servers and connections of a process that serves several banks. What cannot be read, or is
 * for none of the banks, gets a response that names none of them.
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
    if (!this.connections.mayRefuse(response)) return;
    this.connections.expect(response);
    writeResponse(response, presentRefusal(refusal, { mode: "production", publicUrl: "" }));
  }
}
