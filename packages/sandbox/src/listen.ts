import type { AddressInfo, Server } from "node:net";
import { ConfigurationRefused, type RunningBank } from "@varde/bank";
import type { FastifyInstance } from "fastify";
import type { CertificateAuthority } from "./certificate-authority/index.ts";

export interface Addresses {
  readonly http: string;
  readonly https: string | undefined;
}

/** Listens for plain HTTP; port 0 takes any free port. */
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

interface HttpsPort {
  readonly host: string;
  readonly port: number;
  /** Whether the port was set explicitly; if not, any free port is used when this one is taken. */
  readonly isRequired: boolean;
}

/** Listens for HTTPS with a certificate from the sandbox's own authority. */
export const listenHttps = async (
  bank: Pick<RunningBank, "createTlsServer">,
  authority: CertificateAuthority,
  { host, port, isRequired }: HttpsPort,
): Promise<{ readonly url: string; readonly port: number }> => {
  const names = [...new Set(["localhost", "127.0.0.1", "::1", host])];
  const identity = await authority.issueServerCertificate(
    names.filter((name) => name !== "0.0.0.0"),
  );
  const server = bank.createTlsServer(identity);
  await listen(server, host, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE" && !isRequired) return listen(server, host, 0);
    throw cannotListen(error, host, port, "HTTPS_PORT");
  });
  return {
    url: `https://${hostInUrl(host)}:${listeningPort(server)}`,
    port: listeningPort(server),
  };
};

const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });

const listeningPort = (server: Server): number => (server.address() as AddressInfo).port;

/** Addresses that mean every interface cannot be opened everywhere, so links name this machine. */
const hostInUrl = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
};

const cannotListen = (error: unknown, host: string, port: number, setting: string): Error => {
  const { code } = error as NodeJS.ErrnoException;
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
  return error as Error;
};
