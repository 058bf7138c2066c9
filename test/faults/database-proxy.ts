import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Direction = "to the database" | "from the database";

export interface DatabaseProxy extends AsyncDisposable {
  readonly url: string;
  /** Cuts all connections in place of the nth packet from now in this direction. */
  cutAt(direction: Direction, packet: number): void;
  /** Forgets a cut that was not made, and returns whether there was one. */
  forgetCut(): boolean;
}

/** Starts a proxy in front of PostgreSQL that cuts connections as a restarting server does. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const open = new Set<Socket>();
  let cut: { readonly direction: Direction; left: number } | undefined;
  const isCutHere = (direction: Direction): boolean => {
    if (cut?.direction !== direction) return false;
    cut.left -= 1;
    return cut.left === 0;
  };
  const pass = (direction: Direction, from: Socket, to: Socket): void => {
    open.add(from);
    from.setNoDelay(true);
    from.on("error", () => {});
    from.on("close", () => {
      open.delete(from);
      to.destroy();
    });
    from.on("data", (packet) => {
      if (!isCutHere(direction)) return void to.write(packet);
      cut = undefined;
      for (const socket of open) socket.destroy();
    });
  };
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    pass("to the database", client, database);
    pass("from the database", database, client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAt: (direction, packet) => {
      cut = { direction, left: packet };
    },
    forgetCut: () => {
      const wasLeft = cut !== undefined;
      cut = undefined;
      return wasLeft;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
