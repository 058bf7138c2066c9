import type { Awaitable } from "./awaitable.ts";
import type { Unit } from "./unit.ts";

/**
 * Reads, and remembers what was read while none of its tables is written. SQLite sees every write;
 * on PostgreSQL other processes write too, so the tables themselves count what is done to them
 * (`countChanges`, in a migration) and are asked before anything remembered is answered.
 *
 * @example
 * const sessions = storage.createMemory<Session[]>(["session"]);
 * const found = await sessions.read(sessionId, () => listSessions(sessionId));
 */
export interface Memory<T> {
  /** The key says all that the unit's answer depends on besides the tables. */
  read(key: string, unit: () => Unit<T>): Awaitable<T>;
}

const entriesMax = 10_000;

/** What was read while the tables stood as they do. */
export class Entries<T> {
  readonly #byKey = new Map<string, { readonly value: T }>();
  #changes = 0;

  /** Forgets all if the tables have changed since. */
  standAt(changes: number): void {
    if (changes === this.#changes) return;
    this.#changes = changes;
    this.#byKey.clear();
  }

  get(key: string): { readonly value: T } | undefined {
    return this.#byKey.get(key);
  }

  /** Kept only if the tables still stand as they did when the value began to be read. */
  keep(key: string, value: T, changes: number): void {
    if (changes !== this.#changes) return;
    if (this.#byKey.size >= entriesMax) this.#byKey.clear();
    this.#byKey.set(key, { value });
  }
}
