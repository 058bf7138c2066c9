import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Server as NetServer } from "node:net";

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
    url: `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
