import { aPayment, ndct } from "@varde/testkit/payments";
import { callHeaders } from "@varde/testkit/psu";
import type { RawTpp } from "@varde/testkit/tpp";

/** Between two payments of a caller, so that the load does not take the whole processor. */
const pauseMs = 20;

/** Payments to several banks of a process, a few at once to each, until it is stopped. */
export class PaymentLoad {
  /** The statuses of the responses of each bank, in their order. */
  readonly statuses: ReadonlyMap<string, number[]>;
  readonly #tpp: RawTpp;
  readonly #callers: readonly Promise<void>[];
  #isRunning = true;

  constructor(tpp: RawTpp, names: readonly string[], atOnce = 2) {
    this.#tpp = tpp;
    this.statuses = new Map(names.map((name) => [name, []]));
    this.#callers = names.flatMap((name) => Array.from({ length: atOnce }, () => this.#call(name)));
  }

  /** Waits until each bank, or each of the named ones, has responded this many times more. */
  async untilServed(count: number, names = [...this.statuses.keys()]): Promise<void> {
    const before = names.map((name) => this.list(name).length);
    while (names.some((name, at) => this.list(name).length < (before[at] ?? 0) + count)) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  list(name: string): readonly number[] {
    return this.statuses.get(name) ?? [];
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#callers);
  }

  async #call(name: string): Promise<void> {
    while (this.#isRunning) {
      const { status } = await pay(this.#tpp, name);
      this.statuses.get(name)?.push(status);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Sends a payment to a bank by its host. */
export const pay = (tpp: RawTpp, bank: string) =>
  tpp.send({
    path: ndct,
    body: aPayment(),
    headers: { ...callHeaders(), "PSU-Context": "PRIVATE", Host: `${bank}.example` },
  });
