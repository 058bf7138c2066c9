import type { UnroutedRequest, WorldId } from "@varde/bank";
import { type ExchangeSummary, exchangesPerWorldMax, type LoggedExchange } from "@varde/protocol";
import type { FinishedExchange } from "./describe-request.ts";
import { presentExchange } from "./present-exchange.ts";
import {
  type RecordedRequest,
  recordRequest,
  shownHeaders,
  storeUnrouted,
} from "./recorded-request.ts";
import { type RequestFacts, strangersWorld } from "./request-facts.ts";

/** A new request as JSON; each form is made at most once, for all followers. */
export interface FollowedRequest {
  exchangeJson(): string;
  summaryJson(): string;
}

type Listener = (request: FollowedRequest) => void;

/** The latest requests with their responses, for a developer to look up. */
export interface RequestLog {
  /** Records a request under its number among the facts. */
  record(exchange: FinishedExchange, number: number): void;
  /** Records a request that matches no operation, under unknown callers. */
  recordUnrouted(request: UnroutedRequest): void;
  /**
   * Lists the latest requests of a world, or of all worlds, newest first. A request whose signature
   * did not prove who sent it is included if it names a certificate of the world's TPP.
   */
  list(worldId: WorldId | undefined, limit: number): readonly LoggedExchange[];
  /** Lists summaries as JSON, oldest first, of the requests that `list` lists. */
  listSummaries(worldId: WorldId | undefined): readonly string[];
  /** Returns a stored request by its id. */
  find(exchangeId: string): RecordedRequest | undefined;
  /** Returns when a world responded last, in epoch milliseconds; undefined before it does. */
  lastUsedAt(worldId: WorldId): number | undefined;
  /**
   * Forgets the requests of a world. Those of the world that was unused longest are forgotten
   * without it when all texts together become too long.
   */
  forget(worldId: WorldId): void;
  /** Calls the listener with each new request; returns a function that stops it. */
  follow(worldId: WorldId | undefined, listener: Listener): () => void;
}

/** Summaries listed at once: those of a few worlds, or of the last used ones of many. */
const summariesMax = 1_000;

/** Characters stored of all requests, so that a long text in many requests cannot fill memory. */
const charactersInAllMax = 32 * 1024 * 1024;

/** The latest requests of one world; a new one replaces the oldest. */
interface Ring {
  readonly kept: RecordedRequest[];
  next: number;
  characters: number;
}

/** The rings of all worlds. Forgets the world that was unused longest if they become too large. */
class Rings {
  /** In the order of the last request. */
  readonly #byWorld = new Map<string, Ring>();
  #characters = 0;

  add(worldId: WorldId, kept: RecordedRequest): void {
    const ring = this.#byWorld.get(worldId) ?? { kept: [], next: 0, characters: 0 };
    this.#byWorld.delete(worldId);
    this.#byWorld.set(worldId, ring);
    const added = kept.characters - (ring.kept[ring.next]?.characters ?? 0);
    ring.kept[ring.next] = kept;
    ring.next = (ring.next + 1) % exchangesPerWorldMax;
    ring.characters += added;
    this.#characters += added;
    for (const oldest of this.#byWorld.keys()) {
      if (this.#characters <= charactersInAllMax || oldest === worldId) break;
      this.forget(oldest);
    }
  }

  get(worldId: WorldId): Ring | undefined {
    return this.#byWorld.get(worldId);
  }

  all(): readonly Ring[] {
    return [...this.#byWorld.values()];
  }

  forget(worldId: WorldId): void {
    this.#characters -= this.#byWorld.get(worldId)?.characters ?? 0;
    this.#byWorld.delete(worldId);
  }
}

/**
 * Creates a request log in memory. Requests are formatted only when they are listed or followed, so
 * that recording one is cheap.
 */
export const createRequestLog = (facts: Pick<RequestFacts, "nextNumber" | "owns">): RequestLog => {
  const rings = new Rings();
  const followers = new Map<string | undefined, Set<Listener>>();
  const isOf = (worldId: WorldId | undefined, { fingerprint }: RecordedRequest) =>
    worldId === undefined || facts.owns(worldId, fingerprint);
  const followersOf = (worldId: WorldId, kept: RecordedRequest) =>
    worldId === strangersWorld
      ? [...followers].flatMap(([of, listeners]) => (isOf(of, kept) ? [listeners] : []))
      : [followers.get(worldId) ?? [], followers.get(undefined) ?? []];
  const keep = (worldId: WorldId, kept: RecordedRequest): void => {
    rings.add(worldId, kept);
    if (followers.size === 0) return;
    const followed = formatOnce(kept);
    for (const listeners of followersOf(worldId, kept)) {
      for (const listener of listeners) listener(followed);
    }
  };
  const newest = (worldId: WorldId | undefined, limit: number): readonly RecordedRequest[] =>
    (worldId === undefined
      ? rings.all().flatMap(newestFirst)
      : [
          ...newestFirst(rings.get(worldId)),
          ...newestFirst(rings.get(strangersWorld)).filter((kept) => isOf(worldId, kept)),
        ]
    )
      .toSorted((one, other) => other.number - one.number)
      .slice(0, limit);
  return {
    record: (exchange, number) =>
      keep(exchange.context.knownTpp?.worldId ?? strangersWorld, recordRequest(exchange, number)),
    recordUnrouted: (request) => keep(strangersWorld, storeUnrouted(request, facts.nextNumber())),
    list: (worldId, limit) => newest(worldId, limit).map(presentExchange),
    listSummaries: (worldId) =>
      newest(worldId, summariesMax)
        .toReversed()
        .map((recorded) => formatOnce(recorded).summaryJson()),
    find: (exchangeId) => {
      const kept = rings.all().flatMap((ring) => ring.kept);
      return kept.find(({ number }) => String(number) === exchangeId);
    },
    lastUsedAt: (worldId) => newestFirst(rings.get(worldId))[0]?.respondedAt,
    forget: (worldId) => rings.forget(worldId),
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

const newestFirst = (ring: Ring | undefined): readonly RecordedRequest[] =>
  ring === undefined
    ? []
    : [...ring.kept.slice(ring.next), ...ring.kept.slice(0, ring.next)].toReversed();

const requestIdAt = shownHeaders.indexOf("x-request-id");

/** Summarizes a recorded request for a list, without formatting its headers and bodies. */
const summarizeExchange = (recorded: RecordedRequest): ExchangeSummary => {
  const { receivedAt, respondedAt, operation, target, tpp, worldId, status } = recorded;
  const code = recorded.refusal?.violations[0]?.code;
  const requestId = recorded.headers[requestIdAt];
  return {
    exchangeId: String(recorded.number),
    at: new Date(receivedAt).toISOString(),
    ms: respondedAt - receivedAt,
    operation,
    target,
    ...(tpp !== undefined && { tpp }),
    ...(worldId !== undefined && { worldId }),
    ...(recorded.certificate !== undefined && { certificate: recorded.certificate }),
    status,
    ...(code !== undefined && { code }),
    warnings: recorded.warnings.length,
    ...(requestId !== undefined && { requestId }),
    resources: listResources(recorded),
  };
};

/** Lists the ids in the path, and of what the request created, which a response starts with. */
const listResources = ({ target, status, response }: RecordedRequest): readonly string[] => {
  const created = status === 201 ? response.slice(0, createdLength) : "";
  const ids = `${target} ${created}`.match(resourceId);
  return ids === null ? [] : [...new Set(ids)];
};

const createdLength = 200;
const resourceId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
