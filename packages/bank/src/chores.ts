import type { Logger } from "pino";

/** What a process does by itself, each at its own pace; a failed turn is tried again later. */
export class Chores {
  readonly #log: Logger;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<unknown>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** One turn never begins before the one before it has ended. */
  every(ms: number, chore: () => Promise<unknown>): void {
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      const turn = chore()
        .catch((error: unknown) => this.#log.error({ err: error }, "a chore failed"))
        .finally(() => {
          isRunning = false;
          this.#running.delete(turn);
        });
      this.#running.add(turn);
    }, ms);
    this.#timers.push(timer.unref());
  }

  /** Begins no further turn and answers when those under way have ended. */
  async stop(): Promise<void> {
    this.#timers.forEach(clearInterval);
    await Promise.all(this.#running);
  }
}
