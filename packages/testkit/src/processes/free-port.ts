import { randomInt } from "node:crypto";
import { createServer } from "node:net";

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
  const probe = createServer();
  return new Promise((resolve) => {
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
