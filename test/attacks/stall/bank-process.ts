import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PemIdentity } from "@varde/testkit/tpp";

const main = fileURLToPath(new URL("./bank-process/main.ts", import.meta.url));

interface Started {
  readonly http: string;
  readonly production: string;
  readonly tpp: PemIdentity;
  readonly routes: string;
}

export interface Usage {
  readonly cpuMs: number;
  readonly peakBytes: number;
}

/** A route outside of the interface: pages, the control API, health. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

/** A bank in another process, whose main thread serves nothing but the requests of a test. */
export class BankProcess implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly addresses: { readonly http: string; readonly https: undefined };
  /** The address of a bank in production mode, in the same thread. It trusts the same TPP. */
  readonly production: string;
  readonly tpp: PemIdentity;
  readonly routes: readonly Route[];

  private constructor(child: ChildProcess, { http, production, tpp, routes }: Started) {
    this.#child = child;
    this.addresses = { http, https: undefined };
    this.production = production;
    this.tpp = tpp;
    this.routes = parseRoutes(routes);
  }

  static async start(): Promise<BankProcess> {
    const child = fork(main);
    const [started] = await once(child, "message");
    return new BankProcess(child, started);
  }

  /** Reads how much CPU time the main thread has used, once it has done what it was doing. */
  async cpuMs(): Promise<number> {
    return (await this.usage()).cpuMs;
  }

  /** Reads the same, and the most memory that the process has ever had. */
  async usage(): Promise<Usage> {
    this.#child.send("usage");
    const [usage] = await once(this.#child, "message");
    return usage;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      await once(this.#child, "exit");
    }
  }
}

/** Reads the tree that Fastify prints, in which a path continues that of the line above it. */
const parseRoutes = (printed: string): readonly Route[] => {
  const parts: string[] = [];
  return printed.split("\n").flatMap((line) => {
    const [, indent = "", part = "", methods = ""] =
      /^([│ ]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
    if (part === "") return [];
    parts.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
    return methods
      .split(", ")
      .filter((method) => method !== "" && method !== "HEAD")
      .map((method) => ({ method, path: parts.join("") }));
  });
};
