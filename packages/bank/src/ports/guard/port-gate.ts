import { type Awaitable, isPromise } from "@varde/storage";
import { PortFailed } from "./port-failed.ts";

/** Limits of the calls to each port. */
export interface PortLimits {
  /** How long a call may take, with the wait for its turn. */
  readonly timeoutMs: number;
  /** Calls at a time; further ones wait for their turn. */
  readonly callsMax: number;
  /** Failed calls in a row that open the breaker. */
  readonly failuresMax: number;
  /** How long an open breaker refuses calls before it lets one through as a probe. */
  readonly pauseMs: number;
}

/** The state of a port, for metrics and readiness. */
export interface PortState {
  readonly breaker: "closed" | "open";
  readonly callsInFlight: number;
  readonly callsWaiting: number;
}

type Call<T> = (withinMs: number) => Awaitable<T>;

/** Limits the calls to one port, and refuses them while its breaker is open. */
export class PortGate {
  readonly #port: string;
  readonly #limits: PortLimits;
  readonly #onBreaker: (port: string, state: PortState["breaker"]) => void;
  readonly #waiting = new Set<() => void>();
  #callsInFlight = 0;
  #failures = 0;
  /** While the breaker is open, when the next call is let through. */
  #probeAt = 0;

  constructor(
    port: string,
    limits: PortLimits,
    onBreaker: (port: string, state: PortState["breaker"]) => void,
  ) {
    this.#port = port;
    this.#limits = limits;
    this.#onBreaker = onBreaker;
  }

  get state(): PortState {
    return {
      breaker: this.#isOpen() ? "open" : "closed",
      callsInFlight: this.#callsInFlight,
      callsWaiting: this.#waiting.size,
    };
  }

  /** Runs a call, or throws PortFailed if the breaker is open. */
  run<T>(call: Call<T>): Awaitable<T> {
    this.#refuseIfOpen();
    if (this.#callsInFlight < this.#limits.callsMax) return this.#run(call, this.#limits.timeoutMs);
    return this.#waitAndRun(call);
  }

  #isOpen(): boolean {
    return this.#failures >= this.#limits.failuresMax;
  }

  #refuseIfOpen(): void {
    if (!this.#isOpen()) return;
    const now = performance.now();
    if (now < this.#probeAt) {
      throw new PortFailed(`${this.#port} is not called: its last ${this.#failures} calls failed`, {
        failure: "not-called",
      });
    }
    // Other calls are refused until the probe has ended.
    this.#probeAt = now + this.#limits.timeoutMs;
  }

  async #waitAndRun<T>(call: Call<T>): Promise<T> {
    const { timeoutMs } = this.#limits;
    const since = performance.now();
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(late);
        this.#waiting.delete(start);
        resolve();
      };
      const late = setTimeout(() => {
        this.#waiting.delete(start);
        const why = `${this.#callsInFlight} other calls have not ended for ${timeoutMs} ms`;
        reject(new PortFailed(`${this.#port} is busy: ${why}`, { failure: "not-called" }));
      }, timeoutMs);
      this.#waiting.add(start);
    });
    // The call that ended has left its place to this one.
    this.#callsInFlight -= 1;
    return this.#run(call, Math.max(1, timeoutMs - (performance.now() - since)));
  }

  #run<T>(call: Call<T>, withinMs: number): Awaitable<T> {
    this.#callsInFlight += 1;
    let result: Awaitable<T>;
    try {
      result = call(withinMs);
    } catch (error) {
      this.#end(error);
      throw error;
    }
    if (!isPromise(result)) {
      this.#end();
      return result;
    }
    return result.then(
      (value) => {
        this.#end();
        return value;
      },
      (error: unknown) => {
        this.#end(error);
        throw error;
      },
    );
  }

  #end(error?: unknown): void {
    this.#count(error);
    const [next] = this.#waiting;
    if (next === undefined) this.#callsInFlight -= 1;
    else next();
  }

  #count(error: unknown): void {
    const wasOpen = this.#isOpen();
    if (error instanceof PortFailed) {
      this.#failures += 1;
      this.#probeAt = performance.now() + this.#limits.pauseMs;
    } else if (error === undefined) this.#failures = 0;
    if (wasOpen !== this.#isOpen()) this.#onBreaker(this.#port, this.state.breaker);
  }
}
