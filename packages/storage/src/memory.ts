import type { Awaitable } from "./awaitable.ts";
import type { Unit } from "./unit.ts";

/**
 * Reads, and remembers what was read while none of its tables is written. Only an engine that sees
 * every write can remember; where other processes write too, it reads each time.
 *
 * @example
 * const sessions = storage.createMemory<Session[]>(["session"]);
 * const found = await sessions.read(sessionId, () => listSessions(sessionId));
 */
export interface Memory<T> {
  /** The key says all that the unit's answer depends on besides the tables. */
  read(key: string, unit: () => Unit<T>): Awaitable<T>;
}

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

const entriesMax = 10_000;

/** A memory over the tables that are counted. */
export class TableMemory<T> implements Memory<T> {
  readonly #counts: readonly TableCount[];
  readonly #readNow: (unit: () => Unit<T>) => T;
  readonly #entries = new Map<string, { readonly value: T }>();
  #seen = 0;

  /** `readNow` answers in the same turn, so nothing can be written between reading and keeping. */
  constructor(tables: readonly string[], counts: TableCounts, readNow: (unit: () => Unit<T>) => T) {
    this.#counts = tables.map((table) => counts.of(table));
    this.#readNow = readNow;
  }

  read(key: string, unit: () => Unit<T>): T {
    this.#forgetIfWritten();
    const known = this.#entries.get(key);
    if (known !== undefined) return known.value;
    const value = this.#readNow(unit);
    if (this.#entries.size >= entriesMax) this.#entries.clear();
    this.#entries.set(key, { value });
    return value;
  }

  #forgetIfWritten(): void {
    let seen = 0;
    for (const { count } of this.#counts) seen += count;
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.#entries.clear();
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
