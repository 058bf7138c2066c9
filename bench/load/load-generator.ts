import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Question } from "./main.ts";
import type { Offer, Offered } from "./send-at-rate.ts";
import type { Measured } from "./send-burst.ts";
import type { Burst } from "./sign-burst.ts";

/** Load from a process of its own, so that the server's cost is the server's alone. */
export interface LoadGenerator {
  sign(burst: Burst): Promise<void>;
  /** Sends the burst that was signed last, spread over the servers at these ports. */
  send(ports: readonly number[]): Promise<Measured>;
  /** Sends it at a rate of its own, whatever the server can do. */
  offer(offer: Offer): Promise<Offered>;
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
  const ask = async (question: Question): Promise<unknown> => {
    child.send(question);
    const [answer] = await Promise.race([once(child, "message"), ended]);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  };
  return {
    sign: async (burst) => void (await ask({ ask: "sign", burst })),
    send: async (ports) => (await ask({ ask: "send", ports })) as Measured,
    offer: async (offer) => (await ask({ ask: "offer", offer })) as Offered,
    stop: () => child.disconnect(),
  };
};
