import type { HandledRequest, UnroutedRequest, WorldId } from "@varde/bank";
import { exchangesPerWorldMax, type LoggedExchange } from "@varde/protocol";
import { presentExchange } from "./present-exchange.ts";
import { type RecordedRequest, recordRequest, storeUnrouted } from "./recorded-request.ts";

/** The latest requests with their responses, for a developer to look up. */
export interface RequestLog {
  record(exchange: HandledRequest): void;
  /** Records a request that matches no operation, under unknown callers. */
  recordUnrouted(request: UnroutedRequest): void;
  /**
   * Lists the latest requests of a world, or of all worlds, newest first. Requests of unknown
   * callers are included, because a request with an invalid signature belongs to no world.
   */
  list(worldId: WorldId | undefined, limit: number): readonly LoggedExchange[];
  /** Returns a stored request by its id. */
  find(exchangeId: string): RecordedRequest | undefined;
  /** Forgets the requests of a world. */
  forget(worldId: WorldId): void;
  /** Calls the listener with each new request; returns a function that stops it. */
  follow(worldId: WorldId | undefined, listener: (exchange: LoggedExchange) => void): () => void;
}

const strangersWorld = "";

/** The latest requests of one world; a new one replaces the oldest. */
interface Ring {
  readonly kept: RecordedRequest[];
  next: number;
}

/**
 * Creates a request log in memory. Requests are formatted only when they are listed or followed, so
 * that recording one is cheap.
 */
export const createRequestLog = (): RequestLog => {
  const byWorld = new Map<string, Ring>();
  const followers = new Map<string | undefined, Set<(exchange: LoggedExchange) => void>>();
  const followersOf = (worldId: WorldId) =>
    worldId === strangersWorld
      ? [...followers.values()]
      : [followers.get(worldId) ?? [], followers.get(undefined) ?? []];
  const keep = (worldId: WorldId, kept: RecordedRequest): void => {
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
      keep(exchange.context.knownTpp?.worldId ?? strangersWorld, recordRequest(exchange)),
    recordUnrouted: (request) => keep(strangersWorld, storeUnrouted(request)),
    list: (worldId, limit) =>
      (worldId === undefined
        ? [...byWorld.values()].flatMap(newestFirst)
        : [byWorld.get(worldId), byWorld.get(strangersWorld)].flatMap(newestFirst)
      )
        .toSorted((one, other) => other.respondedAt - one.respondedAt)
        .slice(0, Math.min(limit, exchangesPerWorldMax))
        .map(presentExchange),
    find: (exchangeId) => {
      const rings = [...byWorld.values()];
      return rings.flatMap(({ kept }) => kept).find((one) => one.exchangeId === exchangeId);
    },
    forget: (worldId) => void byWorld.delete(worldId),
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

const addRing = (byWorld: Map<string, Ring>, worldId: WorldId): Ring => {
  const ring = { kept: [], next: 0 };
  byWorld.set(worldId, ring);
  return ring;
};

const newestFirst = (ring: Ring | undefined): readonly RecordedRequest[] =>
  ring === undefined
    ? []
    : [...ring.kept.slice(ring.next), ...ring.kept.slice(0, ring.next)].toReversed();
