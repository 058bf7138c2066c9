import type { Exchange } from "@varde/bank";
import { bodyCharactersMax, presentExchange } from "./present-exchange.ts";

/** What came in and what was answered, as a developer looks it up afterwards. */
export interface RequestLog {
  record(exchange: Exchange): void;
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

/** An exchange as it was, or in words already. */
type Kept = Exchange | { readonly answeredAt: number; readonly words: object };

/** The last exchanges of one world; a new one takes the place of the oldest. */
interface Ring {
  readonly kept: Kept[];
  next: number;
}

/**
 * Kept in memory, few enough that most are gone before the collector has moved them twice. An exchange is held as it is and only put into words
 * when someone asks, so that keeping it costs a call next to nothing; one with a long body is put
 * into words at once, so that a client who pages through an account does not fill the memory.
 */
export const createRequestLog = (): RequestLog => {
  const byWorld = new Map<string, Ring>();
  const followers = new Map<string | undefined, Set<(exchange: object) => void>>();
  const followersOf = (worldId: string) =>
    worldId === strangersWorld
      ? [...followers.values()]
      : [followers.get(worldId) ?? [], followers.get(undefined) ?? []];
  return {
    record: (exchange) => {
      const worldId = exchange.context.knownTpp?.worldId ?? strangersWorld;
      const ring = byWorld.get(worldId) ?? addRing(byWorld, worldId);
      ring.kept[ring.next] = isLong(exchange) ? inWords(exchange) : exchange;
      ring.next = (ring.next + 1) % exchangesPerWorldMax;
      if (followers.size === 0) return;
      for (const listeners of followersOf(worldId)) {
        for (const listener of listeners) listener(presentExchange(exchange));
      }
    },
    list: (worldId, limit) =>
      (worldId === undefined
        ? [...byWorld.values()].flatMap(newestFirst)
        : [byWorld.get(worldId), byWorld.get(strangersWorld)].flatMap(newestFirst)
      )
        .toSorted((one, other) => other.answeredAt - one.answeredAt)
        .slice(0, Math.min(limit, exchangesPerWorldMax))
        .map((kept) => ("words" in kept ? kept.words : presentExchange(kept))),
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

const newestFirst = (ring: Ring | undefined): readonly Kept[] =>
  ring === undefined
    ? []
    : [...ring.kept.slice(ring.next), ...ring.kept.slice(0, ring.next)].toReversed();

const isLong = ({ context, answer }: Exchange): boolean =>
  (answer.body?.length ?? 0) > bodyCharactersMax ||
  context.received.rawBody.length > bodyCharactersMax;

/** Copied through JSON, because a part of a string holds on to the whole. */
const inWords = (exchange: Exchange): Kept => ({
  answeredAt: exchange.answeredAt,
  words: JSON.parse(JSON.stringify(presentExchange(exchange))) as object,
});
