import { Server } from "node:http";

/**
 * Makes every request of a server busy-wait for VARDE_BENCH_SLOW_DOWN_US microseconds. The bench
 * preloads it into the server of the present version, to see that the comparison with a release
 * notices.
 */
const slowDownMs = Number(process.env.VARDE_BENCH_SLOW_DOWN_US) / 1_000;
const { emit } = Server.prototype;

Server.prototype.emit = function (this: Server, name: string, ...rest: unknown[]): boolean {
  if (name === "request") {
    const until = performance.now() + slowDownMs;
    while (performance.now() < until);
  }
  return Reflect.apply(emit, this, [name, ...rest]);
};
