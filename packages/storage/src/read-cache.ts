import { type Awaitable, andThen } from "./awaitable.ts";
import { BoundedMap } from "./bounded-map.ts";
import type { CacheActivity } from "./storage-activity.ts";
import type { Unit } from "./units/unit.ts";

/**
 * Rows of a table, grouped by the values of their key columns. A row that is inserted, updated or
 * deleted changes the group it is in (an update that moves it, both groups).
 */
export interface RowGroups {
  readonly table: string;
  /** Text columns that are not null. */
  readonly key: readonly string[];
  /** The only columns whose updates count. Without it, every column counts. */
  readonly columns?: readonly string[];
}

export interface ReadCacheOptions {
  /** For messages and metrics. */
  readonly name: string;
  readonly entriesMax: number;
  /** All rows that the cached units read, with key columns that have the same meaning in each. */
  readonly groups: readonly RowGroups[];
}

/**
 * Reads, and caches what was read until a row that it depends on changes. A read is never older
 * than the last change that was committed before the read began, whichever process made it. SQLite
 * reports changes through temporary triggers. On PostgreSQL a migration adds triggers that record
 * them (`recordRowChanges`), and every read first asks for the changes since the last one.
 *
 * @example
 * const sessions = storage.createReadCache<readonly Session[]>({
 *   name: "sessions",
 *   entriesMax: 10_000,
 *   groups: [{ table: "session", key: ["tpp_id", "session_id"] }],
 * });
 * const found = await sessions.read([tppId, sessionId], () => listSessions(tppId, sessionId));
 */
export interface ReadCache<T> {
  /**
   * Returns what the unit returns, from the cache if possible. The unit reads only rows of the
   * group with this key. Units of one group that read different things differ in `detail`.
   */
  read(key: readonly string[], unit: () => Unit<T>, detail?: string): Awaitable<T>;
}

/** Separates the values of a key, here and in the triggers: a value cannot contain it. */
export const keySeparator = 0x1f;
const separator = String.fromCharCode(keySeparator);

export const joinKey = (key: readonly string[]): string =>
  key.length === 1 ? (key[0] ?? "") : key.join(separator);

/** Names the groups of a table by their key columns, so that caches can share one trigger. */
export const topicOf = ({ table, key }: RowGroups): string => `${table}(${key.join(",")})`;

interface Entry<T> {
  readonly value: T;
  readonly stamp: number;
}

/**
 * The cached values of one `ReadCache`. Each group has a stamp, and a value counts only while it
 * carries the current stamp of its group.
 */
export class CacheEntries<T> {
  readonly #stamps: BoundedMap<string, number>;
  readonly #entries: BoundedMap<string, Entry<T>>;
  readonly #name: string;
  #nextStamp = 0;
  #hits = 0;
  #misses = 0;

  constructor(name: string, entriesMax: number) {
    this.#name = name;
    this.#stamps = new BoundedMap(entriesMax);
    this.#entries = new BoundedMap(entriesMax);
  }

  /** Forgets the group's values, or those of every group when the changed group is not known. */
  readonly invalidate = (group: string | null): void => {
    if (group === null) this.#stamps.clear();
    else this.#stamps.delete(group);
  };

  find(group: string, detail: string): { readonly value: T } | undefined {
    const stamp = this.#stamps.get(group);
    const entry = stamp === undefined ? undefined : this.#entries.get(entryKey(group, detail));
    if (entry?.stamp === stamp && entry !== undefined) {
      this.#hits += 1;
      return entry;
    }
    this.#misses += 1;
    return undefined;
  }

  get activity(): CacheActivity {
    const { size: entries } = this.#entries;
    return { name: this.#name, hits: this.#hits, misses: this.#misses, entries };
  }

  /**
   * Reads a value and stores it under the stamp that its group had before the read, so a change
   * that is reported during the read makes it stale before it is stored.
   */
  fill(group: string, detail: string, read: () => Awaitable<T>): Awaitable<T> {
    const stamp = this.#stamp(group);
    return andThen(read(), (value) => {
      this.#entries.set(entryKey(group, detail), { value, stamp });
      return value;
    });
  }

  #stamp(group: string): number {
    let stamp = this.#stamps.get(group);
    if (stamp === undefined) {
      stamp = this.#nextStamp;
      this.#nextStamp += 1;
      this.#stamps.set(group, stamp);
    }
    return stamp;
  }
}

const entryKey = (group: string, detail: string): string =>
  detail === "" ? group : `${group}${separator}${separator}${detail}`;
