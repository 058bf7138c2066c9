import { setTimeout as pause } from "node:timers/promises";
import type { ControlClient } from "../control-client.ts";
import { Unreachable } from "../control-client.ts";
import type { Exchange } from "./exchange.ts";

const retryMs = 1_000;

interface Watcher {
  /** From here on nothing is missed. */
  onOpen(): Promise<void>;
  onExchange(exchange: Exchange): void;
  /** Requests that came faster than they could be shown. */
  onMissed(requests: number): void;
  /** The sandbox is not there any more, or is there again. */
  onAway(isAway: boolean): void;
}

/** Hands over each request as it is answered; waits for a sandbox that is started anew. */
export const followSandbox = async (control: ControlClient, watcher: Watcher): Promise<never> => {
  let isAway = false;
  for (;;) {
    try {
      for await (const { event, data } of control.follow("/requests/stream")) {
        if (isAway) watcher.onAway(false);
        isAway = false;
        if (event === "open") await watcher.onOpen();
        if (event === "request") watcher.onExchange(data as Exchange);
        if (event === "missed") watcher.onMissed((data as { requests: number }).requests);
      }
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
    }
    if (!isAway) watcher.onAway(true);
    isAway = true;
    await pause(retryMs);
  }
};
