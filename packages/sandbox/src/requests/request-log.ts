import type { Exchange, UnfoundRequest } from "@varde/bank";
import { type KeptExchange, keepExchange, keepUnfound } from "./kept-exchange.ts";
import { presentExchange } from "./present-exchange.ts";

/** What came in and what was answered, as a developer looks it up afterwards. */
export interface RequestLog {
  record(exchange: Exchange): void;
  /** Keeps a request that leads to no operation, among those of callers nobody knows. */
  recordUnfound(request: UnfoundRequest): void;
  /**
   * The last exchanges of a world, or of all where none is named, the newest first. Those of
   * callers nobody knows are among them: a request whose signature fails is nobody's yet.
   */
  list(worldId: string | undefined, limit: number): readonly object[];
  /** Calls the listener with each of these from now on; answers how to stop it. */
  follow(worldId: string | undefined, listener: (exchange: object) => void): () => void;
}

/** How many exchanges of a world are kept. */
export const exchangesPerWorldMax = 200;
const strangersWorld = "";

/** The last exchanges of one world; a new one takes the place of the oldest. */
interface Ring {
  readonly kept: KeptExchange[];
  next: number;
}

/**
 * Kept in memory, some hundred for each world, and put into words only when someone asks, so that
 * keeping an exchange costs a call next to nothing.
 */
export const createRequestLog = (): RequestLog => {
  const byWorld = new Map<string, Ring>();
  const followers = new Map<string | undefined, Set<(exchange: object) => void>>();
  const followersOf = (worldId: string) =>
    worldId === strangersWorld
      ? [...followers.values()]
      : [followers.get(worldId) ?? [], followers.get(undefined) ?? []];
  const keep = (worldId: string, kept: KeptExchange): void => {
    const ring = byWorld.get(worldId) ?? addRing(byWorld, worldId);
    ring.kept[ring.next] = kept;
    ring.next = (ring.next + 1) % exchangesPerWorldMax;
    if (followers.size === 0) return;
    for (const listeners of followersOf(worldId)) {
      for (const listener of listeners) listener(presentExchange(kept));
    }
  };
  return {
    record: (exchange) =>
      keep(exchange.context.knownTpp?.worldId ?? strangersWorld, keepExchange(exchange)),
    recordUnfound: (request) => keep(strangersWorld, keepUnfound(request)),
    list: (worldId, limit) =>
      (worldId === undefined
        ? [...byWorld.values()].flatMap(newestFirst)
        : [byWorld.get(worldId), byWorld.get(strangersWorld)].flatMap(newestFirst)
      )
        .toSorted((one, other) => other.answeredAt - one.answeredAt)
        .slice(0, Math.min(limit, exchangesPerWorldMax))
        .map(presentExchange),
    follow: (worldId, listener) => {
      const listeners = followers.get(worldId) ?? new Set();
      followers.set(worldId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) followers.delete(worldId);
      };
    },
  };
};

const addRing = (byWorld: Map<string, Ring>, worldId: string): Ring => {
  const ring = { kept: [], next: 0 };
  byWorld.set(worldId, ring);
  return ring;
};

const newestFirst = (ring: Ring | undefined): readonly KeptExchange[] =>
  ring === undefined
    ? []
    : [...ring.kept.slice(ring.next), ...ring.kept.slice(0, ring.next)].toReversed();
