import { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { PortFailed } from "@varde/bank";
import type { Statement, Storage, Unit } from "@varde/storage";
import { untilWaitedFor } from "../storage/meet.ts";

/** The places where a process can be stopped; each kind is counted from 1. */
export interface Stop {
  /**
   * "unit": before it begins. "commit": when it is committed, and the process never learns of it.
   * "statement": within a unit that writes, which keeps its locks. "port": when a port has done its
   * work, and its response is lost.
   */
  readonly kind: "unit" | "commit" | "statement" | "port";
  readonly at: number;
}

/** Work of one simulated process, to which all that it awaits and every timer it sets belong. */
export class Process {
  readonly name: string;
  readonly passed: Record<Stop["kind"], number> = { unit: 0, commit: 0, statement: 0, port: 0 };
  readonly timers = new Set<Timer>();
  stop: Stop | undefined;
  /** Units that the database is running for it. */
  #inFlight = 0;
  #idle = Promise.withResolvers<void>();
  isDead = false;
  result: PromiseSettledResult<unknown> | undefined;
  /** Continues the process while it is stopped. */
  resume: (() => void) | undefined;

  constructor(name: string, stop?: Stop) {
    this.name = name;
    this.stop = stop;
  }

  get isOver(): boolean {
    return this.isDead || this.result !== undefined;
  }

  get isInUnit(): boolean {
    return this.#inFlight > 0;
  }

  get isBusy(): boolean {
    return this.#inFlight > 0 && !this.isDead && this.resume === undefined;
  }

  /** Resolves when the database runs no unit for it any more, or it is stopped within one. */
  get idle(): Promise<void> {
    return this.#idle.promise;
  }

  beginUnit(): void {
    if (this.#inFlight === 0) this.#idle = Promise.withResolvers();
    this.#inFlight += 1;
  }

  endUnit(): void {
    this.#inFlight -= 1;
    if (this.#inFlight === 0) this.#idle.resolve();
  }

  /** Counts a place, and returns whether the process stops there. */
  passes(kind: Stop["kind"]): boolean {
    this.passed[kind] += 1;
    return this.stop?.kind === kind && this.stop.at === this.passed[kind];
  }

  /** Stops until `resume` is called. */
  hold(): Promise<void> {
    this.#idle.resolve();
    return new Promise((resolve) => {
      this.resume = () => {
        this.resume = undefined;
        this.#idle = Promise.withResolvers();
        resolve();
      };
    });
  }

  die(): Promise<never> {
    this.isDead = true;
    this.#idle.resolve();
    this.timers.clear();
    return never();
  }
}

interface Timer {
  readonly fire: () => void;
  readonly everyMs: number | undefined;
  dueAt: number;
}

interface Acting {
  readonly process: Process;
  /** Timers of a stopped process still fire, as those of a process that is only slow. */
  readonly isTimer: boolean;
}

const never = (): Promise<never> => new Promise(() => {});
const realImmediate = setImmediate;
const realTimeout = setTimeout;
const leasesExpireMs = 60_000;
/** Turns of the event loop without a unit after which a process only waits. */
const quietTurns = 4;
/** Work that is neither a unit nor a timer, such as a signature in another thread. */
const otherWorkMsMax = 5_000;

/**
 * Decides which of two simulated processes on one bank runs. It stops a process between its units,
 * and has the database's clock and the timers of both, so that nothing depends on real time.
 */
export class Turns {
  readonly #acting = new AsyncLocalStorage<Acting | undefined>();
  /** The time while a round runs; undefined before and after, when the real time holds. */
  #nowMs: number | undefined;
  #processes: Process[] = [];
  #storage: Pick<Storage, "activity"> | undefined;
  /** The writes of each process, and its calls of ports, in order. */
  readonly trace: string[] = [];

  /** The clock to start the bank with. */
  readonly now = (): number => this.#nowMs ?? Date.now();

  /** The name of the process that acts now, if one does. */
  get actor(): string | undefined {
    return this.#acting.getStore()?.process.name;
  }

  begin(): void {
    // Leases of the time before have expired.
    this.#nowMs = Date.now() + leasesExpireMs;
    this.#processes = [];
    this.trace.length = 0;
  }

  end(): void {
    this.#nowMs = undefined;
    // The pending work of a dead process never continues.
    for (const process of this.#processes) process.die();
    this.#processes = [];
  }

  start(name: string, run: () => Promise<unknown>, stop?: Stop): Process {
    const process = new Process(name, stop);
    this.#processes.push(process);
    this.#acting.run({ process, isTimer: false }, async () => {
      const [result] = await Promise.allSettled([Promise.resolve().then(run)]);
      // Its background work continues, as it would in a server.
      if (!process.isDead) process.result = result;
    });
    return process;
  }

  /** Resolves when each of these processes is over or stopped, or waits for a timer or another. */
  async settle(...processes: readonly Process[]): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      const busy = processes.find(({ isBusy }) => isBusy);
      if (busy !== undefined) await busy.idle;
      else await new Promise<void>((resolve) => void realImmediate(resolve));
      if (busy !== undefined || this.#isDatabaseBusy()) quiet = -1;
    }
  }

  /** Caches ask a server by themselves, outside of units. */
  #isDatabaseBusy(): boolean {
    const open = this.#processes.filter(({ isInUnit }) => isInUnit).length;
    return (this.#storage?.activity().connections?.busy ?? 0) > open;
  }

  /** Runs processes, and lets time pass for them, until the condition holds. */
  async drive(isEnough: () => boolean, ...processes: readonly Process[]): Promise<void> {
    const until = this.now() + waitMsMax;
    for (let waitedMs = 0; ; ) {
      await this.settle(...processes);
      if (isEnough()) return;
      if (this.#fireNext(until, processes)) {
        waitedMs = 0;
      } else if (waitedMs < otherWorkMsMax) {
        waitedMs += 1;
        await new Promise((resolve) => realTimeout(resolve, 1));
      } else {
        const waiting = processes.filter((one) => !one.isOver).map(({ name }) => name);
        throw new Error(`${waiting.join(" and ")} waits for ever\n${this.trace.join("\n")}`);
      }
    }
  }

  /** Lets time pass: only the timers of these processes fire. */
  async pass(ms: number, ...processes: readonly Process[]): Promise<void> {
    const until = this.now() + ms;
    await this.settle(...processes);
    while (this.#fireNext(until, processes)) await this.settle(...processes);
    this.#nowMs = until;
  }

  #fireNext(until: number, processes: readonly Process[]): boolean {
    const all = processes.flatMap((process) =>
      [...process.timers].map((timer) => ({ process, timer })),
    );
    const [next] = all.toSorted((one, other) => one.timer.dueAt - other.timer.dueAt);
    if (next === undefined || next.timer.dueAt > until) return false;
    const { process, timer } = next;
    this.#nowMs = Math.max(this.now(), timer.dueAt);
    if (timer.everyMs === undefined) process.timers.delete(timer);
    else timer.dueAt = this.now() + timer.everyMs;
    this.#acting.run({ process, isTimer: true }, timer.fire);
    return true;
  }

  /** Replaces the methods of a storage, so that every unit of a process is a place to stop. */
  watchStorage(storage: Storage): void {
    this.#storage = storage;
    const write = storage.write.bind(storage);
    const read = storage.read.bind(storage);
    const readAtOnce = storage.readAtOnce.bind(storage);
    Object.assign(storage, {
      write: ((unit, options) =>
        this.#run((watch) => write(() => watch(unit()), options))) as Storage["write"],
      read: ((unit) => this.#run(() => read(unit))) as Storage["read"],
      readAtOnce: ((unit, options) =>
        this.#run(() => readAtOnce(unit, options))) as Storage["readAtOnce"],
    });
  }

  /** Replaces the methods of a port, so that each of its responses can be lost. */
  watchPort(name: string, port: object): void {
    const methods = Object.entries(port).filter(([, one]) => typeof one === "function");
    for (const [method, call] of methods) {
      Object.assign(port, {
        [method]: (...given: unknown[]) => {
          const acting = this.#acting.getStore();
          const result = (call as (...given: unknown[]) => unknown).apply(port, given);
          if (acting === undefined || !(result instanceof Promise)) return result;
          return this.#respond(`${name}.${method}`, result, acting);
        },
      });
    }
  }

  async #respond<T>(call: string, result: Promise<T>, { process, isTimer }: Acting): Promise<T> {
    const value = await result;
    this.trace.push(`${process.name} called ${call}`);
    if (isTimer || !process.passes("port")) return value;
    await process.hold();
    throw new PortFailed(`${call} timed out`, { failure: "timed-out" });
  }

  async #run<R>(run: (watch: <T, V>(unit: Unit<T, V>) => Unit<T, V>) => Promise<R>): Promise<R> {
    const acting = this.#acting.getStore();
    if (acting === undefined) return run((unit) => unit);
    const { process, isTimer } = acting;
    if (process.isDead) return never();
    if (!isTimer && process.passes("unit")) await process.hold();
    const changed: string[] = [];
    process.beginUnit();
    try {
      // The storage's own timers are real, and a unit that it runs for itself is not a place.
      return await this.#acting.run(undefined, () =>
        run((unit) => this.#watch(unit, changed, isTimer ? undefined : process)),
      );
    } finally {
      process.endUnit();
      if (changed.length > 0) {
        this.trace.push(`${process.name}: ${changed.join(", ")}`);
        if (!isTimer && process.passes("commit")) await process.die();
      }
    }
  }

  /** Notes what a unit changes, as "insert payment", and stops within it. */
  *#watch<T, V>(steps: Unit<T, V>, changed: string[], process: Process | undefined): Unit<T, V> {
    changed.length = 0;
    let step = steps.next();
    while (step.done !== true) {
      // A unit that is undone is not resumed.
      if ("value" in step.value) changed.length = 0;
      const results = yield step.value;
      const isOpen = Array.isArray(step.value);
      for (const [index, text] of listTexts(step.value).entries()) {
        const [, verb, table] = /^\s*(insert|update|delete)(?: into| from)? (\w+)/.exec(text) ?? [];
        if (verb !== undefined && results[index]?.changes !== 0n) changed.push(`${verb} ${table}`);
      }
      if (isOpen && process?.passes("statement")) {
        void process.hold();
        yield* untilWaitedFor(() => process.resume === undefined);
        process.resume?.();
      }
      step = steps.next(results);
    }
    return step.value;
  }

  /** Replaces Node's timers for the processes; everybody else keeps the real ones. */
  install(): () => void {
    const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
    const real = { setTimeout, setInterval, clearTimeout, clearInterval };
    const realWait = timers.setTimeout;
    const set =
      (original: typeof setTimeout | typeof setInterval, repeats: boolean) =>
      (fire: () => void, ms = 0, ...rest: unknown[]) => {
        const acting = isOfDriver() ? undefined : this.#acting.getStore();
        return acting === undefined
          ? original(fire, ms, ...rest)
          : this.#addTimer(acting.process, fire, ms, repeats);
      };
    const clear = (original: typeof clearTimeout) => (timer: never) => {
      for (const { timers: own } of this.#processes) own.delete(timer);
      if (!(timer as unknown as Partial<Timer> | undefined)?.fire) original(timer);
    };
    const wait: typeof timers.setTimeout = (ms, value, options) => {
      const acting = isOfDriver() ? undefined : this.#acting.getStore();
      if (acting === undefined) return realWait(ms, value, options);
      const { signal } = options ?? {};
      return new Promise((resolve, reject) => {
        const abort = () => reject(signal?.reason);
        signal?.addEventListener("abort", abort);
        const end = () => {
          signal?.removeEventListener("abort", abort);
          resolve(value as never);
        };
        this.#addTimer(acting.process, end, ms ?? 0, false);
      });
    };
    Object.assign(globalThis, {
      setTimeout: set(setTimeout, false),
      setInterval: set(setInterval, true),
      clearTimeout: clear(clearTimeout),
      clearInterval: clear(clearInterval),
    });
    Object.assign(timers, { setTimeout: wait });
    syncBuiltinESMExports();
    return () => {
      Object.assign(globalThis, real);
      Object.assign(timers, { setTimeout: realWait });
      syncBuiltinESMExports();
    };
  }

  #addTimer({ timers: own, isDead }: Process, fire: () => void, ms: number, repeats: boolean) {
    const everyMs = repeats ? ms : undefined;
    const timer = {
      fire,
      everyMs,
      dueAt: this.now() + ms,
      unref: () => timer,
      ref: () => timer,
    };
    if (!isDead) own.add(timer);
    return timer;
  }
}

/** Whether a timer is set by the driver of a database, which waits for a real server. */
const isOfDriver = (): boolean => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  const [, , , caller = ""] = (new Error().stack ?? "").split("\n");
  Error.stackTraceLimit = stackTraceLimit;
  return /node_modules\/pg|storage\/src\/postgres/.test(caller);
};

/** Simulated time after which a process that still waits does so for ever. */
const waitMsMax = 10 * 60_000;

const listTexts = (step: unknown): readonly string[] => {
  if (typeof step !== "object" || step === null || "value" in step) return [];
  const list = ("statements" in step ? step.statements : step) as readonly (
    | Statement
    | { readonly otherwise: unknown; readonly statement: Statement }
  )[];
  return list.map((one) => ("otherwise" in one ? one.statement : one).template.sqlite[0] ?? "");
};
