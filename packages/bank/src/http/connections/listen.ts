import assert from "node:assert/strict";
import type { Server } from "node:net";
import type { FastifyInstance } from "fastify";
import { ConfigurationRefused, errorCode } from "../../configuration/configuration-refused.ts";

/** Listens for plain HTTP and returns the address; port 0 takes any free port. */
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
  return `http://${hostInUrl(host)}:${listeningPort(app.server)}`;
};

interface TlsPort {
  readonly host: string;
  readonly port: number;
  /** Whether any free port is used when this one is taken. */
  readonly mayMove?: boolean;
}

/** Lets a server of `createTlsServer` listen, and returns its address. */
export const listenHttps = async (
  server: Server,
  { host, port, mayMove = false }: TlsPort,
): Promise<{ readonly url: string; readonly port: number }> => {
  await listen(server, host, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE" && mayMove) return listen(server, host, 0);
    throw cannotListen(error, host, port, "HTTPS_PORT");
  });
  const found = listeningPort(server);
  return { url: `https://${hostInUrl(host)}:${found}`, port: found };
};

/** Lets any other server listen, and returns its host and port as they are in addresses. */
export const listenServer = async (
  server: Server,
  { host, port, setting }: { host: string; port: number; setting: string },
): Promise<string> => {
  await listen(server, host, port).catch((error: unknown) => {
    throw cannotListen(error, host, port, setting);
  });
  return `${hostInUrl(host)}:${listeningPort(server)}`;
};

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });

const listeningPort = (server: Server): number => {
  const address = server.address();
  assert(typeof address === "object" && address !== null, "the server listens on a port");
  return address.port;
};

/** Addresses that mean every interface cannot be opened everywhere, so links name this machine. */
const hostInUrl = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
};

/** Returns the error to throw: one that says what to do, if that is known. */
const cannotListen = (error: unknown, host: string, port: number, setting: string): unknown => {
  const code = errorCode(error);
  if (code === "EADDRINUSE") {
    return new ConfigurationRefused(
      `Port ${port} on ${host} is in use; stop that process, or set ${setting} to a free port.`,
    );
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new ConfigurationRefused(
      `Cannot listen on ${host} port ${port} (${code}); set HOST or ${setting} to another value.`,
    );
  }
  return error;
};
