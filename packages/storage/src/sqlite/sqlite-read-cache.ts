import { CacheEntries, joinKey, type ReadCache } from "../cache/read-cache.ts";
import type { Unit } from "../units/unit.ts";

/** Reads synchronously, so that nothing can be written between reading a value and storing it. */
export class SqliteReadCache<T> implements ReadCache<T> {
  readonly entries: CacheEntries<T>;
  readonly #readNow: (unit: () => Unit<T>) => T;

  constructor(name: string, entriesMax: number, readNow: (unit: () => Unit<T>) => T) {
    this.entries = new CacheEntries(name, entriesMax);
    this.#readNow = readNow;
  }

  read(key: readonly string[], unit: () => Unit<T>, detail = ""): T {
    const group = joinKey(key);
    const known = this.entries.find(group, detail);
    if (known !== undefined) return known.value;
    const stamp = this.entries.stamp(group);
    const value = this.#readNow(unit);
    this.entries.store(group, detail, value, stamp);
    return value;
  }
}
