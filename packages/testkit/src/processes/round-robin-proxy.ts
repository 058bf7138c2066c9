import { createServer, request, type Server } from "node:http";
import { portOf } from "./listen-locally.ts";

/** A proxy that sends each request to the next process of a bank, in turn. */
export class RoundRobinProxy implements AsyncDisposable {
  /** Addresses of the processes. */
  readonly targets: string[] = [];
  /** Requests that each process has served. */
  readonly served = [0, 0];
  readonly #server: Server;
  #turn = 0;

  private constructor() {
    this.#server = createServer((incoming, outgoing) => {
      this.#turn = (this.#turn + 1) % this.targets.length;
      this.served[this.#turn] = (this.served[this.#turn] ?? 0) + 1;
      const { method, headers } = incoming;
      const target = new URL(incoming.url ?? "", this.targets[this.#turn]);
      const forwarded = request(target, { method, headers });
      forwarded.on("response", (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      });
      forwarded.on("error", () => outgoing.destroy());
      incoming.pipe(forwarded);
    });
  }

  static async start(): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy();
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
