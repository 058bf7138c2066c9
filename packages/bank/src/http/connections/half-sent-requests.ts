export interface HalfSentLimits {
  /** Half of them may be of one address. */
  readonly halfSentMax: number;
  /** The bytes of bodies that have not arrived whole. */
  readonly halfSentBytesMax: number;
  /** How long a request may be half-sent before it counts as slow. */
  readonly promptMs: number;
}

/** A request whose rest the bank waits for: of its head, or of its body. */
export interface HalfSentRequest {
  /** The requests of the same address; undefined unless the bank waits for the rest. */
  siblings: Siblings | undefined;
  /** The bytes of the body so far. */
  bodyBytes: number;
  /** When the bank began to wait, in ms. */
  since: number;
  /** Closes the connection. */
  abandon(): void;
}

/** The half-sent requests of one address, the oldest first. */
interface Siblings {
  readonly address: string;
  readonly requests: Set<HalfSentRequest>;
  bodyBytes: number;
}

/** How many addresses without half-sent requests are remembered, to save making them again. */
const idleAddressesMax = 1_000;

/**
 * LIM-28: half-sent requests by address. If there are too many, in all or of one address, or if
 * their bodies are too large, the oldest request of the address that has most is abandoned. If that
 * one is not slow, the oldest of all is abandoned instead, because a busy caller may well have the
 * most. So nobody who sends a request without a pause is affected, whoever shares their address.
 */
export class HalfSentRequests {
  readonly #limits: HalfSentLimits;
  readonly #addressMax: number;
  readonly #onAbandoned: () => void;
  /** The oldest first. */
  readonly #all = new Set<HalfSentRequest>();
  readonly #byAddress = new Map<string, Siblings>();
  /** Addresses by the number of their requests, so that the one with most is found at once. */
  readonly #bySize: Set<Siblings>[] = [];
  #largest = 0;
  #bodyBytes = 0;
  #abandonedCount = 0;
  #isTrimming = false;

  constructor(limits: HalfSentLimits, onAbandoned: () => void = () => undefined) {
    this.#limits = limits;
    this.#addressMax = Math.ceil(limits.halfSentMax / 2);
    this.#onAbandoned = onAbandoned;
  }

  get count(): number {
    return this.#all.size;
  }

  get abandonedCount(): number {
    return this.#abandonedCount;
  }

  /** Begins to wait for the rest of a request. */
  begin(request: HalfSentRequest, address: string): void {
    let siblings = this.#byAddress.get(address);
    if (siblings === undefined) {
      siblings = { address, requests: new Set(), bodyBytes: 0 };
      this.#byAddress.set(address, siblings);
    }
    request.siblings = siblings;
    request.since = performance.now();
    siblings.requests.add(request);
    this.#all.add(request);
    this.#resize(siblings, siblings.requests.size - 1);
    if (this.#isOverLimit()) this.#trimSoon();
  }

  /** Counts bytes of its body that have arrived. */
  grow(request: HalfSentRequest, bytes: number): void {
    if (request.siblings === undefined) return;
    request.bodyBytes += bytes;
    request.siblings.bodyBytes += bytes;
    this.#bodyBytes += bytes;
    while (this.#bodyBytes > this.#limits.halfSentBytesMax && this.#abandonLarge());
  }

  /** Stops waiting: the rest has arrived, or the connection is closed. */
  end(request: HalfSentRequest): void {
    const { siblings, bodyBytes } = request;
    if (siblings === undefined) return;
    siblings.requests.delete(request);
    siblings.bodyBytes -= bodyBytes;
    this.#bodyBytes -= bodyBytes;
    this.#all.delete(request);
    this.#resize(siblings, siblings.requests.size + 1);
    request.siblings = undefined;
    request.bodyBytes = 0;
    const isIdle = siblings.requests.size === 0;
    if (isIdle && this.#byAddress.size > idleAddressesMax) this.#byAddress.delete(siblings.address);
  }

  /** Abandons one request to make room for another. Returns false if there is none. */
  abandonOne(): boolean {
    const [siblings] = this.#bySize[this.#largest] ?? [];
    const [ofMost] = siblings?.requests ?? [];
    if (ofMost === undefined) return false;
    const [ofAll = ofMost] = this.#all;
    const isToBlame = this.#largest > this.#addressMax || this.#isSlow(ofMost);
    this.#abandon(isToBlame ? ofMost : ofAll);
    return true;
  }

  #isSlow({ since }: HalfSentRequest): boolean {
    return performance.now() - since >= this.#limits.promptMs;
  }

  #isOverLimit(): boolean {
    return this.#all.size > this.#limits.halfSentMax || this.#largest > this.#addressMax;
  }

  /**
   * Waits until the bytes that have already arrived on new connections are read. The event loop
   * accepts all waiting connections before it reads from the first of them.
   */
  #trimSoon(): void {
    if (this.#isTrimming) return;
    this.#isTrimming = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#isTrimming = false;
        while (this.#isOverLimit()) this.abandonOne();
      }),
    );
  }

  /** Abandons a body, of the address whose bodies are the largest together if it is slow. */
  #abandonLarge(): boolean {
    let largest: Siblings | undefined;
    for (const siblings of this.#byAddress.values()) {
      if (siblings.bodyBytes > (largest?.bodyBytes ?? 0)) largest = siblings;
    }
    const ofLargest = findBody(largest?.requests);
    if (ofLargest === undefined) return false;
    this.#abandon(this.#isSlow(ofLargest) ? ofLargest : (findBody(this.#all) ?? ofLargest));
    return true;
  }

  #abandon(request: HalfSentRequest): void {
    this.end(request);
    this.#abandonedCount += 1;
    this.#onAbandoned();
    request.abandon();
  }

  #resize(siblings: Siblings, from: number): void {
    const to = siblings.requests.size;
    this.#bySize[from]?.delete(siblings);
    if (to > 0) {
      const alike = this.#bySize[to];
      if (alike === undefined) this.#bySize[to] = new Set([siblings]);
      else alike.add(siblings);
    }
    // A size changes by one at a time, so the next smaller one is not empty.
    if (to > this.#largest) this.#largest = to;
    else if (this.#bySize[this.#largest]?.size === 0) this.#largest -= 1;
  }
}

const findBody = (requests: Iterable<HalfSentRequest> = []): HalfSentRequest | undefined => {
  for (const request of requests) if (request.bodyBytes > 0) return request;
  return undefined;
};
