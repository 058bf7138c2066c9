/** A connection with bytes in this process that only its client can free. */
export interface Holder {
  /** The address of the peer, as `addressOrNetwork` returns it. */
  readonly address: string;
  /** Closes the connection. */
  abandon(): void;
}

/**
 * LIM-33: the bytes that wait for clients: responses that they have not taken, and requests that
 * they have sent ahead. If there are too many, the connections of the address that has most of them
 * are closed, those that have had some for the longest time first.
 */
export class HeldBytes {
  readonly #max: number;
  readonly #onAbandoned: () => void;
  /** The oldest first. */
  readonly #bytes = new Map<Holder, number>();
  #total = 0;

  constructor(max: number, onAbandoned: () => void) {
    this.#max = max;
    this.#onAbandoned = onAbandoned;
  }

  /** Sets how many bytes a connection has. */
  set(holder: Holder, bytes: number): void {
    const before = this.#bytes.get(holder) ?? 0;
    if (bytes === before) return;
    this.#total += bytes - before;
    if (bytes === 0) this.#bytes.delete(holder);
    else this.#bytes.set(holder, bytes);
    while (this.#total > this.#max) this.#closeSome();
  }

  #closeSome(): void {
    const byAddress = new Map<string, number>();
    let most = { address: "", bytes: 0 };
    for (const [{ address }, bytes] of this.#bytes) {
      const sum = (byAddress.get(address) ?? 0) + bytes;
      byAddress.set(address, sum);
      if (sum > most.bytes) most = { address, bytes: sum };
    }
    for (const [holder, bytes] of this.#bytes) {
      if (this.#total <= this.#max) return;
      if (holder.address !== most.address) continue;
      this.#bytes.delete(holder);
      this.#total -= bytes;
      this.#onAbandoned();
      holder.abandon();
    }
  }
}
