import type { IncomingMessage } from "node:http";

export interface WaitingLimits {
  /** Half of them may be of one caller. */
  readonly countMax: number;
  /** The bytes of heads and bodies together; half of them may be of one caller. */
  readonly bytesMax: number;
  /** How long a request waits for its place. */
  readonly waitMs: number;
}

/** A whole request that waits for a place among those in flight. */
export interface WaitingRequest {
  /** The TPP that the request names, if this TPP is known, and otherwise the address. */
  readonly caller: string;
  readonly bytes: number;
  /** Returns whether there is room for its caller. */
  hasRoom(): boolean;
  /** Takes a place and serves the request. */
  admit(): void;
  /** Refuses the request, because it has waited too long. */
  refuse(): void;
}

interface Entry extends WaitingRequest {
  readonly refuseAt: number;
}

/**
 * Places given out in one turn of the event loop. All that are in flight take each step in the same
 * turn, so that hundreds at once would make each other wait; fewer would make commits smaller.
 */
const admittedPerTurn = 64;

/** The requests of one caller that wait. */
interface CallerShare {
  count: number;
  bytes: number;
}

/**
 * Requests that wait for a place in flight, bounded in number, memory and time. A free place goes
 * to the oldest request whose caller has room in its share. One caller may have half of the waiting
 * places too, so that there is always room for others.
 */
export class WaitingRequests {
  readonly #limits: WaitingLimits;
  /** The oldest first. All wait equally long, so the oldest is the first to be refused. */
  readonly #all = new Set<Entry>();
  readonly #byCaller = new Map<string, CallerShare>();
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #isAdmitting = false;

  constructor(limits: WaitingLimits) {
    this.#limits = limits;
  }

  get count(): number {
    return this.#all.size;
  }

  /** Returns whether a further request of this caller may wait, if it is small. */
  hasRoom(caller: string): boolean {
    const { countMax, bytesMax } = this.#limits;
    if (this.#all.size >= countMax || this.#bytes >= bytesMax) return false;
    const share = this.#byCaller.get(caller);
    return share === undefined || (share.count < countMax / 2 && share.bytes < bytesMax / 2);
  }

  /** Whether earlier requests of this caller wait, which a new one must not overtake. */
  has(caller: string): boolean {
    return this.#byCaller.has(caller);
  }

  /**
   * Lets a request wait. Returns a function that removes it, for a client that disconnects, or
   * undefined if there is no room for it.
   */
  add(request: WaitingRequest): (() => void) | undefined {
    const { bytesMax, waitMs } = this.#limits;
    const { caller, bytes } = request;
    if (!this.hasRoom(caller) || this.#bytes + bytes > bytesMax) return undefined;
    const share = this.#byCaller.get(caller) ?? { count: 0, bytes: 0 };
    if (share.bytes + bytes > bytesMax / 2) return undefined;
    const entry = { ...request, refuseAt: performance.now() + waitMs };
    this.#all.add(entry);
    this.#bytes += bytes;
    share.count += 1;
    share.bytes += bytes;
    this.#byCaller.set(caller, share);
    if (this.#timer === undefined) this.#refuseLater(waitMs);
    return () => this.#remove(entry);
  }

  /** Gives free places to the oldest requests whose callers have room, in the next turns. */
  admitSoon(): void {
    if (this.#isAdmitting || this.#all.size === 0) return;
    this.#isAdmitting = true;
    setImmediate(() => this.#admitSome());
  }

  #admitSome(): void {
    this.#isAdmitting = false;
    const withoutRoom = new Set<string>();
    let admitted = 0;
    for (const entry of this.#all) {
      if (withoutRoom.has(entry.caller)) continue;
      if (!entry.hasRoom()) {
        withoutRoom.add(entry.caller);
        continue;
      }
      if (admitted === admittedPerTurn) {
        this.admitSoon();
        return;
      }
      admitted += 1;
      // Removed first: serving it may free another place.
      this.#remove(entry);
      entry.admit();
    }
  }

  #remove(entry: Entry): void {
    const share = this.#byCaller.get(entry.caller);
    if (share === undefined || !this.#all.delete(entry)) return;
    this.#bytes -= entry.bytes;
    share.count -= 1;
    share.bytes -= entry.bytes;
    if (share.count === 0) this.#byCaller.delete(entry.caller);
  }

  #refuseLater(ms: number): void {
    this.#timer = setTimeout(() => this.#refuseLate(), Math.ceil(ms)).unref();
  }

  #refuseLate(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (const entry of this.#all) {
      if (entry.refuseAt > now) {
        this.#refuseLater(entry.refuseAt - now);
        return;
      }
      this.#remove(entry);
      entry.refuse();
    }
  }
}

/** Returns about how many bytes the head of a request has. */
export const headBytes = ({ url = "", rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, text) => sum + text.length, url.length);
