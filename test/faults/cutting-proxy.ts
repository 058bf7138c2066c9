import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  readonly url: string;
  /** The number of responses that were cut off. */
  readonly cuts: number;
  close(): Promise<void>;
}

/**
 * Starts a proxy between a client and the bank that cuts off the response to every changing request
 * the first time it is sent: the bank has done its work, and the connection breaks at the first
 * byte of the response. A repeated request gets through. A connection may carry several requests,
 * each after the response to the previous one.
 */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const known = new Set<string>();
  const open = new Set<Socket>();
  let cuts = 0;
  const server = createServer((client) => {
    const bank = connect(Number(port), hostname);
    for (const socket of [client, bank]) {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
      socket.on("error", () => {});
    }
    let request = "";
    let hasResponse = false;
    client.on("data", (chunk: Buffer) => {
      request = (hasResponse ? "" : request) + chunk.toString("latin1");
      hasResponse = false;
      bank.write(chunk);
    });
    bank.on("data", (chunk: Buffer) => {
      const name = requestKey(request);
      if (name === undefined || known.has(name)) {
        hasResponse = true;
        client.write(chunk);
        return;
      }
      known.add(name);
      cuts += 1;
      client.resetAndDestroy();
      bank.destroy();
    });
    bank.on("end", () => client.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the same key for a repeated request, and undefined for one that only reads. */
const requestKey = (request: string): string | undefined => {
  if (request.startsWith("GET ")) return undefined;
  const id = /^x-request-id: (.+)$/im.exec(request)?.[1];
  return id ?? request.slice(request.indexOf("\r\n\r\n"));
};
