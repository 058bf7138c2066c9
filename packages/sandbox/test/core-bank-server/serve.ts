import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Serves a listener on a free port of this machine. */
export const serve = async (
  listener: RequestListener,
): Promise<AsyncDisposable & { readonly url: string }> => {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};
