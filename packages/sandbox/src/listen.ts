import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { readWholeRequests, serverOptions } from "@varde/bank";
import type { FastifyInstance } from "fastify";
import type { CertificateAuthority } from "./certificate-authority/index.ts";
import { SettingsRefused } from "./settings.ts";

export interface Addresses {
  readonly http: string;
  readonly https: string | undefined;
}

/** Opens the plain door, which is ready at once; the port may be 0 for any that is free. */
export const listenHttp = async (
  app: FastifyInstance,
  host: string,
  port: number,
): Promise<string> => {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw cannotListen(error, host, port, "PORT");
  }
  return `http://${hostInUrl(host)}:${portOf(app.server)}`;
};

/** Opens the TLS door beside it, with a certificate of the sandbox's own authority. */
export const listenHttps = async (
  app: FastifyInstance,
  authority: CertificateAuthority,
  host: string,
  port: number,
): Promise<{ readonly url: string; close(): Promise<void> }> => {
  const names = [...new Set(["localhost", "127.0.0.1", "::1", host])];
  const identity = await authority.issueServerCertificate(
    names.filter((name) => name !== "0.0.0.0"),
  );
  const { privateKeyPem: key, certificatePem: cert } = identity;
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    app.server.emit("request", request, response);
  const server = createServer({ ...serverOptions, key, cert, minVersion: "TLSv1.2" }, serve);
  readWholeRequests(server, serve);
  // What cannot be read is answered as at the plain door.
  server.on("clientError", (error, socket) => app.server.emit("clientError", error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(cannotListen(error, host, port, "HTTPS_PORT")));
    server.listen(port, host, resolve);
  });
  return {
    url: `https://${hostInUrl(host)}:${portOf(server)}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const hostInUrl = (host: string): string => (host.includes(":") ? `[${host}]` : host);

const cannotListen = (error: unknown, host: string, port: number, setting: string): Error => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return new SettingsRefused(
      `Port ${port} on ${host} is in use; stop what uses it, or set ${setting} to another one.`,
    );
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new SettingsRefused(`Cannot listen on ${host} port ${port} (${code}).`);
  }
  return error as Error;
};
