import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createNetServer, type Server as NetServer } from "node:net";

/** Returns the port that a server listens on. */
export const portOf = (server: NetServer): number => {
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null, "The server listens on no port.");
  return address.port;
};

/** A server of a test. */
export interface LocalServer extends AsyncDisposable {
  readonly url: string;
}

/** Lets a server listen on a free port of this machine. */
export const listenLocally = async (
  server: NetServer & Partial<Pick<Server, "closeAllConnections">>,
  protocol: "http" | "https" = "http",
): Promise<LocalServer> => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `${protocol}://127.0.0.1:${portOf(server)}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections?.();
      server.close();
      await once(server, "close");
    },
  };
};

/** Serves a listener on a free port of this machine. */
export const serveLocally = (listener: RequestListener): Promise<LocalServer> =>
  listenLocally(createServer(listener));

/**
 * Finds a free port below those that systems hand out by themselves: one of those could belong to
 * another program by the time it is used, or while its server is down between two starts.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createNetServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
