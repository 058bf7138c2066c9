import type { ServerResponse } from "node:http";
import type { Place } from "../../request/place.ts";

/**
 * Counts the requests in flight, in all and by caller. One caller may have half of them, so that
 * there is always room for others. The caller is the TPP once it is verified, and the address
 * before: until then, the headers could name any TPP.
 */
export class RequestsInFlight {
  readonly #byCaller = new Map<string, number>();
  readonly #max: number;
  readonly #callerMax: number;
  readonly #onFree: () => void;
  #count = 0;

  /** `onFree` is called when there is room for another request, of any caller or of one. */
  constructor(max: number, onFree: () => void = () => undefined) {
    this.#max = max;
    this.#onFree = onFree;
    this.#callerMax = Math.ceil(max / 2);
  }

  get count(): number {
    return this.#count;
  }

  /** Whether one caller could have its whole share, so that it matters who a request is from. */
  get isBusy(): boolean {
    return this.#count >= this.#callerMax;
  }

  /**
   * Returns whether there is room. `claimed` is the TPP that the request names, if this TPP is
   * known. A claim takes nothing from the TPP's share: it only saves the verification of a request
   * that would be refused after it. The address's requests that are not verified yet are assumed to
   * be of that TPP too.
   */
  hasRoom(address: string, claimed: string | undefined): boolean {
    if (this.#count >= this.#max) return false;
    const verified = claimed === undefined ? 0 : this.#countOf(claimed);
    return this.#countOf(address) + verified < this.#callerMax;
  }

  /**
   * Takes a place until the response is sent or its connection closed. Returns undefined if there
   * is no room.
   */
  take(address: string, claimed: string | undefined, response: ServerResponse): Place | undefined {
    if (!this.hasRoom(address, claimed)) return undefined;
    this.#count += 1;
    this.#change(address, 1);
    let caller: string | undefined = address;
    response.on("close", () => {
      this.#count -= 1;
      if (caller !== undefined) this.#change(caller, -1);
      caller = undefined;
      this.#onFree();
    });
    const moveTo = (tppId: string): boolean => {
      if (caller === undefined) return true;
      if (this.#countOf(tppId) >= this.#callerMax) return false;
      this.#change(caller, -1);
      this.#change(tppId, 1);
      caller = tppId;
      // Another TPP at the same address may have room now.
      this.#onFree();
      return true;
    };
    return { moveTo };
  }

  #countOf(caller: string): number {
    return this.#byCaller.get(caller) ?? 0;
  }

  #change(caller: string, by: 1 | -1): void {
    const count = this.#countOf(caller) + by;
    if (count === 0) this.#byCaller.delete(caller);
    else this.#byCaller.set(caller, count);
  }
}
