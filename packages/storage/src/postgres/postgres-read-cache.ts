import { type Awaitable, andThen } from "../awaitable.ts";
import { CacheEntries, joinKey, type ReadCache } from "../cache/read-cache.ts";
import type { Unit } from "../units/unit.ts";

/** Invalidates what has changed, in every process, before it returns a cached value. */
export class PostgresReadCache<T> implements ReadCache<T> {
  readonly entries: CacheEntries<T>;
  readonly #invalidateIfChanged: () => Awaitable<void>;
  readonly #read: (unit: () => Unit<T>) => Promise<T>;

  constructor(
    name: string,
    entriesMax: number,
    invalidateIfChanged: () => Awaitable<void>,
    read: (unit: () => Unit<T>) => Promise<T>,
  ) {
    this.entries = new CacheEntries(name, entriesMax);
    this.#invalidateIfChanged = invalidateIfChanged;
    this.#read = read;
  }

  read(key: readonly string[], unit: () => Unit<T>, detail = ""): Awaitable<T> {
    const group = joinKey(key);
    return andThen(this.#invalidateIfChanged(), () => {
      const known = this.entries.find(group, detail);
      return known === undefined ? this.#readAndStore(group, detail, unit) : known.value;
    });
  }

  async #readAndStore(group: string, detail: string, unit: () => Unit<T>): Promise<T> {
    const stamp = this.entries.stamp(group);
    const value = await this.#read(unit);
    this.entries.store(group, detail, value, stamp);
    return value;
  }
}
