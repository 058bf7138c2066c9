import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { FastifyInstance } from "fastify";
import type { BankConfiguration } from "../../configuration/bank-configuration.ts";
import { requestTimeoutMs } from "../../configuration/constants.ts";
import type { Connections } from "./connections.ts";
import { readWholeRequests, serverOptions } from "./server-options.ts";

export interface TlsIdentity {
  readonly privateKeyPem: string;
  readonly certificatePem: string;
}

/** Creates a server that serves the bank over TLS. It stops with the bank. */
export const createTlsServer = (
  app: FastifyInstance,
  connections: Connections,
  { privateKeyPem: key, certificatePem: cert }: TlsIdentity,
  { clientCertificate, ownChannels }: Pick<BankConfiguration, "clientCertificate" | "ownChannels">,
): Server => {
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit("request", request, response);
  const options = {
    ...serverOptions,
    handshakeTimeout: requestTimeoutMs,
    minVersion: "TLSv1.2",
    // A check of each request decides about the client's certificate, with a response that says so.
    requestCert:
      clientCertificate !== "off" ||
      ownChannels.some(({ certificateSha256 }) => certificateSha256 !== undefined),
    rejectUnauthorized: false,
  } as const;
  const server = createServer({ ...options, key, cert }, serve);
  connections.watch(server);
  readWholeRequests(server, serve);
  // Malformed requests get the same response as over plain HTTP.
  server.on("clientError", (error, socket) => app.server.emit("clientError", error, socket));
  return server;
};
