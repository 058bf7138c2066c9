import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import promises from "node:timers/promises";
import { Chance } from "@varde/testkit/generated";
import type { Life } from "./life.ts";

/** A timer of a simulated process. Intervals fire when the simulation picks them. */
export interface SimulatedTimer {
  readonly everyMs: number | undefined;
  readonly fire: () => void;
  /** The process that has set it. */
  readonly life: Life | undefined;
  readonly dueAt: number;
}

interface Acting {
  /** The process that acts; undefined for clients and other systems. */
  readonly life: Life | undefined;
  /** Whether it waits for a real system, such as a database server. */
  readonly isOutside: boolean;
}

interface Immediate {
  readonly run: () => void;
  readonly life: Life | undefined;
}

type RepeatingTimer = SimulatedTimer & { dueAt: number };

const real = { setTimeout, setInterval, setImmediate };
const realClear = { clearTimeout, clearInterval, clearImmediate };
const realTurn = () => new Promise<void>((resolve) => real.setImmediate(resolve));

/**
 * The clocks and the timers of simulated machines. While it is installed, nothing in this process
 * waits for real time: timeouts fire when the simulated clock passes them, intervals when the
 * simulation picks them, and `setImmediate` when everything else has come to rest. Each process
 * reads the clock of its own machine. Only work for a real system, such as the driver of a
 * database, keeps the real timers.
 */
export class SimulatedTime {
  /** The true time, which the database has. */
  nowMs: number;
  /** The time that has passed; unlike a clock it is never corrected. */
  #elapsedMs = 0;
  readonly #acting = new AsyncLocalStorage<Acting>();
  #timers = new Set<RepeatingTimer>();
  #immediates: Immediate[] = [];
  /** The last of the work for real systems, which is done in order. */
  #outside: Promise<unknown> | undefined;

  readonly #chance: Chance;

  constructor(nowMs: number, seed: number) {
    this.nowMs = nowMs;
    this.#chance = new Chance(seed);
  }

  /** Runs code of a process, with the clock and the timers of its machine. */
  runAs<T>(life: Life | undefined, act: () => T): T {
    return this.#acting.run({ life, isOutside: false }, act);
  }

  /** The process whose code runs now. */
  get actingLife(): Life | undefined {
    return this.#acting.getStore()?.life;
  }

  /** Works with a real system, after all such work that was begun before. */
  runOutside<T>(act: () => Promise<T>): Promise<T> {
    const life = this.actingLife;
    const before = this.#outside;
    const run = () => this.#acting.run({ life, isOutside: true }, act);
    const work = before === undefined ? run() : before.then(run);
    const ended = work
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        if (this.#outside === ended) this.#outside = undefined;
      });
    this.#outside = ended;
    return work;
  }

  /** Replaces the clock and the timers of Node, and returns the function that restores them. */
  install(): () => void {
    const { setTimeout, setInterval, setImmediate } = globalThis;
    const { clearTimeout, clearInterval, clearImmediate } = globalThis;
    const own = { setTimeout, setInterval, setImmediate };
    const clears = { clearTimeout, clearInterval, clearImmediate };
    const realPromises = { ...promises };
    const { now } = Date;
    const { random } = Math;
    const monotonic = performance.now;
    const isOutside = () => this.#acting.getStore()?.isOutside === true;
    Object.assign(globalThis, {
      setTimeout: (fire: () => void, ms = 0, ...rest: unknown[]) =>
        isOutside() ? real.setTimeout(fire, ms, ...rest) : this.#add(fire, ms, undefined),
      setInterval: (fire: () => void, ms = 0, ...rest: unknown[]) =>
        isOutside() ? real.setInterval(fire, ms, ...rest) : this.#add(fire, ms, ms),
      setImmediate: (run: () => void) =>
        isOutside() ? real.setImmediate(run) : this.#addImmediate(run),
      clearTimeout: this.#clear(realClear.clearTimeout),
      clearInterval: this.#clear(realClear.clearInterval),
      clearImmediate: this.#clear(realClear.clearImmediate),
    });
    Object.assign(promises, {
      setTimeout: (ms: number, value?: unknown, options?: { readonly signal?: AbortSignal }) =>
        isOutside() ? realPromises.setTimeout(ms, value, options) : this.#wait(ms, value, options),
      setImmediate: async (value: unknown) => value,
    });
    Date.now = () => this.nowMs + (this.actingLife?.host.clockOffsetMs ?? 0);
    performance.now = () => this.#elapsedMs;
    Math.random = () => this.#chance.next();
    syncBuiltinESMExports();
    return () => {
      Object.assign(globalThis, own, clears);
      Object.assign(promises, realPromises);
      Date.now = now;
      performance.now = monotonic;
      Math.random = random;
      syncBuiltinESMExports();
    };
  }

  /** The intervals of the processes: their background jobs and the renewal of their leases. */
  get intervals(): readonly SimulatedTimer[] {
    return this.#running.filter(({ everyMs }) => everyMs !== undefined);
  }

  /** Advances the clock and fires the timeouts that it passes, in their order. */
  async advance(ms: number): Promise<void> {
    this.#pass(ms);
    for (;;) {
      const first = this.#running
        .filter(({ everyMs, dueAt }) => everyMs === undefined && dueAt <= this.nowMs)
        .toSorted((one, other) => one.dueAt - other.dueAt)[0];
      if (first === undefined) return;
      this.#fire(first);
      await this.settle();
    }
  }

  /**
   * Advances the clock to the next timer, which may be an interval, and fires it. If none is due
   * until then, advances the clock to `until` and returns false.
   */
  async fireNext(until: number): Promise<boolean> {
    const [next] = this.#running.toSorted((one, other) => one.dueAt - other.dueAt);
    if (next === undefined || next.dueAt > until) {
      this.#pass(until - this.nowMs);
      return false;
    }
    this.#pass(Math.max(0, next.dueAt - this.nowMs));
    this.#fire(next);
    await this.settle();
    return true;
  }

  /** Resolves when everything that can run has run, and only turns and timers are waited for. */
  async settle(): Promise<void> {
    do {
      for (const { run } of this.#immediates.splice(0)) run();
      await realTurn();
      while (this.#outside !== undefined) {
        await this.#outside;
        await realTurn();
      }
    } while (this.#immediates.length > 0);
  }

  /** Drops all timers of a process, as its end does. */
  dropTimers(ended: Life): void {
    for (const timer of this.#timers) if (timer.life === ended) this.#timers.delete(timer);
    this.#immediates = this.#immediates.filter(({ life }) => life !== ended);
  }

  get #running(): readonly RepeatingTimer[] {
    return [...this.#timers].filter(({ life }) => !life?.isSuspended);
  }

  #pass(ms: number): void {
    this.nowMs += ms;
    this.#elapsedMs += Math.max(0, ms);
  }

  #fire(timer: RepeatingTimer): void {
    if (timer.everyMs === undefined) this.#timers.delete(timer);
    else timer.dueAt = this.nowMs + timer.everyMs;
    timer.fire();
  }

  #add(fire: () => void, ms: number, everyMs: number | undefined): RepeatingTimer {
    const life = this.actingLife;
    const timer = {
      everyMs,
      fire: () => this.runAs(life, fire),
      life,
      dueAt: this.nowMs + ms,
      unref: () => timer,
      ref: () => timer,
    };
    if (!life?.isOver) this.#timers.add(timer);
    return timer;
  }

  #addImmediate(run: () => void): Immediate {
    const life = this.actingLife;
    const immediate = { run: () => this.runAs(life, run), life };
    if (!life?.isOver) this.#immediates.push(immediate);
    return immediate;
  }

  #clear(clearReal: (timer: never) => void): (timer: unknown) => void {
    return (timer) => {
      this.#timers.delete(timer as RepeatingTimer);
      this.#immediates = this.#immediates.filter((each) => each !== timer);
      clearReal(timer as never);
    };
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
