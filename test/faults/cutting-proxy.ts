import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttingProxy {
  readonly url: string;
  /** How many answers were on their way and never arrived. */
  readonly cuts: number;
  close(): Promise<void>;
}

/**
 * Stands between a client and the bank and loses the answer to every changing request the first
 * time it is sent: the bank has done its work, and the connection breaks at the first byte that
 * comes back. The same request sent again gets through. Requests may follow each other on one
 * connection, each after the answer to the one before.
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
    let isAnswered = false;
    client.on("data", (chunk: Buffer) => {
      request = (isAnswered ? "" : request) + chunk.toString("latin1");
      isAnswered = false;
      bank.write(chunk);
    });
    bank.on("data", (chunk: Buffer) => {
      const name = nameOf(request);
      if (name === undefined || known.has(name)) {
        isAnswered = true;
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

/** The same for a request that is sent again; nothing for one that only reads. */
const nameOf = (request: string): string | undefined => {
  if (request.startsWith("GET ")) return undefined;
  const id = /^x-request-id: (.+)$/im.exec(request)?.[1];
  return id ?? request.slice(request.indexOf("\r\n\r\n"));
};
