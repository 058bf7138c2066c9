import { Entries, type Memory } from "../memory.ts";
import type { Unit } from "../unit.ts";

/** How often a table has been written; one object for each, so that looking costs nothing. */
export interface TableCount {
  count: number;
}

/** Counts the writes to each table, as statements are run. */
export class TableCounts {
  readonly #byTable = new Map<string, TableCount>();

  of(table: string): TableCount {
    const known = this.#byTable.get(table);
    if (known !== undefined) return known;
    const count = { count: 0 };
    this.#byTable.set(table, count);
    return count;
  }
}

/** A memory over the tables that are counted. */
export class TableMemory<T> implements Memory<T> {
  readonly #counts: readonly TableCount[];
  readonly #readNow: (unit: () => Unit<T>) => T;
  readonly #entries = new Entries<T>();

  /** `readNow` answers in the same turn, so nothing can be written between reading and keeping. */
  constructor(tables: readonly string[], counts: TableCounts, readNow: (unit: () => Unit<T>) => T) {
    this.#counts = tables.map((table) => counts.of(table));
    this.#readNow = readNow;
  }

  read(key: string, unit: () => Unit<T>): T {
    let changes = 0;
    for (const { count } of this.#counts) changes += count;
    this.#entries.standAt(changes);
    const known = this.#entries.get(key);
    if (known !== undefined) return known.value;
    const value = this.#readNow(unit);
    this.#entries.keep(key, value, changes);
    return value;
  }
}

/** The tables a statement writes to; none for one that only reads. */
export const tablesWritten = (text: string): readonly string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)/gi)].map(
      ([, table]) => table ?? "",
    ),
  ),
];
