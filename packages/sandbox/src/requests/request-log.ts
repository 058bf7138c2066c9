import type { HandledRequest, UnroutedRequest, WorldId } from "@varde/bank";
import { exchangesPerWorldMax, type LoggedExchange } from "@varde/protocol";
import { presentExchange } from "./present-exchange.ts";
import { type RecordedRequest, recordRequest, storeUnrouted } from "./recorded-request.ts";
import { summarizeExchange } from "./summarize-exchange.ts";

/** A new request as JSON; each form is made at most once, for all followers. */
export interface FollowedRequest {
  exchangeJson(): string;
  summaryJson(): string;
}

type Listener = (request: FollowedRequest) => void;

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
  /** Lists summaries as JSON, oldest first, of the requests that `list` lists. */
  listSummaries(worldId: WorldId | undefined): readonly string[];
  /** Returns a stored request by its id. */
  find(exchangeId: string): RecordedRequest | undefined;
  /** Forgets the requests of a world. */
  forget(worldId: WorldId): void;
  /** Calls the listener with each new request; returns a function that stops it. */
  follow(worldId: WorldId | undefined, listener: Listener): () => void;
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
  const followers = new Map<string | undefined, Set<Listener>>();
  const followersOf = (worldId: WorldId) =>
    worldId === strangersWorld
      ? [...followers.values()]
      : [followers.get(worldId) ?? [], followers.get(undefined) ?? []];
  const keep = (worldId: WorldId, kept: RecordedRequest): void => {
    const ring = byWorld.get(worldId) ?? addRing(byWorld, worldId);
    ring.kept[ring.next] = kept;
    ring.next = (ring.next + 1) % exchangesPerWorldMax;
    if (followers.size === 0) return;
    const followed = formatOnce(kept);
    for (const listeners of followersOf(worldId)) {
      for (const listener of listeners) listener(followed);
    }
  };
  const newest = (worldId: WorldId | undefined, limit: number): readonly RecordedRequest[] =>
    (worldId === undefined
      ? [...byWorld.values()].flatMap(newestFirst)
      : [byWorld.get(worldId), byWorld.get(strangersWorld)].flatMap(newestFirst)
    )
      .toSorted((one, other) => other.respondedAt - one.respondedAt)
      .slice(0, Math.min(limit, exchangesPerWorldMax));
  return {
    record: (exchange) =>
      keep(exchange.context.knownTpp?.worldId ?? strangersWorld, recordRequest(exchange)),
    recordUnrouted: (request) => keep(strangersWorld, storeUnrouted(request)),
    list: (worldId, limit) => newest(worldId, limit).map(presentExchange),
    listSummaries: (worldId) =>
      newest(worldId, exchangesPerWorldMax)
        .toReversed()
        .map((recorded) => formatOnce(recorded).summaryJson()),
    find: (exchangeId) => {
      const rings = [...byWorld.values()];
      return rings.flatMap(({ kept }) => kept).find(({ number }) => String(number) === exchangeId);
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

const formatOnce = (recorded: RecordedRequest): FollowedRequest => {
  let exchange: string | undefined;
  let summary: string | undefined;
  return {
    exchangeJson: () => {
      exchange ??= JSON.stringify(presentExchange(recorded));
      return exchange;
    },
    summaryJson: () => {
      summary ??= JSON.stringify(summarizeExchange(recorded));
      return summary;
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
