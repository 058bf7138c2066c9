import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";

/** How long a bank that stops waits for its responses. */
const finishMsMax = 10_000;

/** The requests in flight of a bank whose process owns the listeners. */
export class HostedRequests {
  #count = 0;
  #onIdle: (() => void) | undefined;

  /** Counts a request until its response is sent or its connection is closed. */
  begin(_request: IncomingMessage, response: ServerResponse): void {
    this.#count += 1;
    response.on("close", () => {
      this.#count -= 1;
      if (this.#count === 0) this.#onIdle?.();
    });
  }

  /** Resolves when no request is in flight, or when they take too long. */
  async finish(): Promise<void> {
    if (this.#count === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle = resolve;
    });
    const late = new AbortController();
    const { signal } = late;
    await Promise.race([idle, setTimeout(finishMsMax, undefined, { signal, ref: false })]);
    late.abort();
  }
}
