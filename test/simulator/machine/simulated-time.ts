import { syncBuiltinESMExports } from "node:module";
import promises from "node:timers/promises";

/** A timer of the simulated process. Intervals fire when the simulation picks them. */
export interface SimulatedTimer {
  readonly everyMs: number | undefined;
  readonly fire: () => void;
  readonly dueAt: number;
}

const realImmediate = setImmediate;
const realTurn = () => new Promise<void>((resolve) => realImmediate(resolve));

/**
 * The clock and the timers of a simulated machine. While it is installed, nothing in this process
 * waits for real time: timeouts fire when the simulated clock passes them, intervals when the
 * simulation picks them, and `setImmediate` when everything else has come to rest.
 */
export class SimulatedTime {
  nowMs: number;
  #timers = new Set<SimulatedTimer>();
  #immediates: (() => void)[] = [];

  constructor(nowMs: number) {
    this.nowMs = nowMs;
  }

  /** Replaces the clock and the timers of Node, and returns the function that restores them. */
  install(): () => void {
    const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval } = globalThis;
    const real = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval };
    const realPromises = { ...promises };
    const { now } = Date;
    const clear = (timer: unknown) => void this.#timers.delete(timer as SimulatedTimer);
    Object.assign(globalThis, {
      setTimeout: (fire: () => void, ms = 0) => this.#add(fire, ms, undefined),
      setInterval: (fire: () => void, ms = 0) => this.#add(fire, ms, ms),
      setImmediate: (fire: () => void) => void this.#immediates.push(fire),
      clearTimeout: clear,
      clearInterval: clear,
    });
    Object.assign(promises, {
      setTimeout: this.#wait,
      setImmediate: async (value: unknown) => value,
    });
    Date.now = () => this.nowMs;
    syncBuiltinESMExports();
    return () => {
      Object.assign(globalThis, real);
      Object.assign(promises, realPromises);
      Date.now = now;
      syncBuiltinESMExports();
    };
  }

  /** The intervals of the process: its background jobs and the renewal of its leases. */
  get intervals(): readonly SimulatedTimer[] {
    return [...this.#timers].filter(({ everyMs }) => everyMs !== undefined);
  }

  /** Advances the clock and fires the timeouts that it passes, in their order. */
  async advance(ms: number): Promise<void> {
    this.nowMs += ms;
    for (;;) {
      const due = [...this.#timers].filter(
        ({ everyMs, dueAt }) => everyMs === undefined && dueAt <= this.nowMs,
      );
      const [first] = due.sort((one, other) => one.dueAt - other.dueAt);
      if (first === undefined) return;
      this.#timers.delete(first);
      first.fire();
      await this.settle();
    }
  }

  /** Resolves when everything that can run has run, and only turns and timers are waited for. */
  async settle(): Promise<void> {
    do {
      for (const run of this.#immediates.splice(0)) run();
      await realTurn();
    } while (this.#immediates.length > 0);
  }

  /** Drops all timers, as the end of the process does. */
  dropTimers(): void {
    this.#timers.clear();
    this.#immediates = [];
  }

  #add(fire: () => void, ms: number, everyMs: number | undefined): SimulatedTimer {
    const timer = { everyMs, fire, dueAt: this.nowMs + ms, unref: () => timer, ref: () => timer };
    this.#timers.add(timer);
    return timer;
  }

  readonly #wait = (
    ms: number,
    value?: unknown,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const timer = this.#add(() => resolve(value), ms, undefined);
      signal?.addEventListener("abort", () => {
        this.#timers.delete(timer);
        reject(signal.reason);
      });
    });
}
