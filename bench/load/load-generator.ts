import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Command } from "./main.ts";
import type { Offer, Offered } from "./send-at-rate.ts";
import type { Measured } from "./send-burst.ts";
import type { Burst } from "./sign-burst.ts";

/** Generates load in a separate process, so that the server's CPU time is measured alone. */
export interface LoadGenerator {
  /** Signs a burst, or several that are sent mixed evenly. */
  sign(burst: Burst | readonly Burst[]): Promise<void>;
  /** Sends the last signed burst, spread over the servers at these ports, on 64 connections. */
  send(ports: readonly number[], connections?: number): Promise<Measured>;
  /**
   * Sends it at a fixed rate, whatever the server's capacity is. Signs the next bursts in the
   * meantime, if there are any.
   */
  offer(offer: Offer, next?: readonly Burst[]): Promise<Offered>;
  stop(): void;
}

export const startLoadGenerator = (): LoadGenerator => {
  const child = fork(fileURLToPath(new URL("main.ts", import.meta.url)), {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(availableParallelism()) },
  });
  const ended = once(child, "exit").then(() => {
    throw new Error("The load generator ended.");
  });
  ended.catch(() => {});
  const send = async (command: Command): Promise<unknown> => {
    child.send(command);
    const [reply] = await Promise.race([once(child, "message"), ended]);
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply.value;
  };
  return {
    sign: async (burst) => void (await send({ name: "sign", bursts: [burst].flat() })),
    send: async (ports, connections) =>
      (await send({ name: "send", ports, connections })) as Measured,
    offer: async (offer, next) => (await send({ name: "offer", offer, next })) as Offered,
    stop: () => child.disconnect(),
  };
};
