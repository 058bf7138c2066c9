import type { Server as HttpServer, RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { Socket } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import type { BankConfiguration } from "../../configuration/bank-configuration.ts";
import { requestTimeoutMs } from "../../configuration/constants.ts";
import type { Connections } from "./connections.ts";
import { readWholeRequests, serverOptions } from "./server-options.ts";

// An import would load the client behind fetch as well, which a start does not need.
const { createServer: createHttpServer } = process.getBuiltinModule("node:http");

export interface TlsIdentity {
  readonly privateKeyPem: string;
  readonly certificatePem: string;
}

/** How a server speaks TLS. */
export interface TlsServerOptions {
  /** The identity for clients that name no server, or one that `findContext` does not know. */
  readonly identity: TlsIdentity;
  /** Whether clients are asked for a certificate; a check of each request decides about it. */
  readonly asksForCertificate: boolean;
  /** Clients without a certificate of these authorities, as PEM, get no connection. */
  readonly clientAuthorities?: string;
  /** Returns the identity for the name that a client asks for (SNI). */
  readonly findContext?: (serverName: string) => SecureContext | undefined;
}

/** Handlers of the requests that a server receives. */
export interface RequestHandlers {
  readonly serve: RequestListener;
  /** Refuses what is not a request, or does not arrive in time. */
  readonly refuse: (error: NodeJS.ErrnoException, socket: Socket) => void;
}

/** Creates a server of plain HTTP, which does not listen yet. */
export const createHttpListener = (serve: RequestListener): HttpServer => {
  const server = createHttpServer(serverOptions, serve);
  readWholeRequests(server);
  return server;
};

/** Creates a server of HTTP over TLS, which does not listen yet. It stops with its connections. */
export const createTlsListener = (
  { serve, refuse }: RequestHandlers,
  connections: Connections,
  { identity, asksForCertificate, clientAuthorities, findContext }: TlsServerOptions,
): Server => {
  const options = {
    ...serverOptions,
    handshakeTimeout: requestTimeoutMs,
    ...contextOptions(identity),
    requestCert: asksForCertificate,
    rejectUnauthorized: clientAuthorities !== undefined,
    ca: clientAuthorities,
    ...(findContext !== undefined && {
      SNICallback: (name: string, found: (error: null, context?: SecureContext) => void) =>
        found(null, findContext(name)),
    }),
  } as const;
  const server = createServer(options, serve);
  connections.watch(server);
  readWholeRequests(server);
  server.on("clientError", refuse);
  return server;
};

/** Returns what a server of TLS uses instead of its own identity, for a name or from now on. */
export const createTlsContext = (identity: TlsIdentity): SecureContext =>
  createSecureContext(contextOptions(identity));

/** Replaces the identity of a server for new connections. */
export const replaceIdentity = (server: Server, identity: TlsIdentity): void =>
  server.setSecureContext(contextOptions(identity));

const contextOptions = ({ privateKeyPem, certificatePem }: TlsIdentity) =>
  ({ key: privateKeyPem, cert: certificatePem, minVersion: "TLSv1.2" }) as const;

/** Whether a bank reads certificates that clients of TLS send. */
export const asksForCertificate = ({
  clientCertificate,
  ownChannels,
}: Pick<BankConfiguration, "clientCertificate" | "ownChannels">): boolean =>
  clientCertificate !== "off" ||
  ownChannels.some(({ certificateSha256 }) => certificateSha256 !== undefined);
