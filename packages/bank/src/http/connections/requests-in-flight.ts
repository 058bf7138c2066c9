import type { ServerResponse } from "node:http";

/**
 * Counts the requests in flight, in all and by caller. One caller may have half of them, so that
 * there is always room for others.
 */
export class RequestsInFlight {
  readonly #byCaller = new Map<string, number>();
  readonly #max: number;
  readonly #callerMax: number;
  #count = 0;

  constructor(max: number) {
    this.#max = max;
    this.#callerMax = Math.ceil(max / 2);
  }

  get count(): number {
    return this.#count;
  }

  hasRoom(caller: string): boolean {
    return this.#count < this.#max && (this.#byCaller.get(caller) ?? 0) < this.#callerMax;
  }

  /** Counts a request until its response is sent or its connection closed. */
  add(caller: string, response: ServerResponse): void {
    this.#change(caller, 1);
    response.on("close", () => this.#change(caller, -1));
  }

  #change(caller: string, by: 1 | -1): void {
    const count = (this.#byCaller.get(caller) ?? 0) + by;
    this.#count += by;
    if (count === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, count);
  }
}
