import { setTimeout as pause } from "node:timers/promises";
import type { LoggedExchange } from "@varde/protocol";
import { type ControlClient, ControlUnreachable } from "@varde/protocol/control-client";

const retryMs = 1_000;

interface Watcher {
  /** The stream is open: later requests are not missed. */
  onOpen(): Promise<void>;
  onExchange(exchange: LoggedExchange): void;
  /** Requests arrived faster than they could be sent. */
  onMissed(requests: number): void;
  /** The sandbox has stopped, or has started again. */
  onAway(isAway: boolean): void;
}

/**
 * Reports each request when it has its response, until the signal ends it; reconnects when the
 * sandbox is restarted. The requests are those of one world, or of all.
 */
export const followSandbox = async (
  control: ControlClient,
  world: string | undefined,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<void> => {
  let isAway = false;
  while (!signal.aborted) {
    try {
      const stream =
        world === undefined
          ? control.follow("/requests/stream", { signal })
          : control.follow("/events", { world, signal });
      for await (const { event, data } of stream) {
        if (isAway) watcher.onAway(false);
        isAway = false;
        if (event === "open") await watcher.onOpen();
        if (event === "request") watcher.onExchange(data);
        if (event === "missed") watcher.onMissed(data.requests);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ControlUnreachable)) throw error;
    }
    if (!isAway) watcher.onAway(true);
    isAway = true;
    await pause(retryMs, undefined, { signal }).catch(() => undefined);
  }
};
