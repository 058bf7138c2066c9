import { type Awaitable, andThen } from "../awaitable.ts";
import { Entries, type Memory } from "../memory.ts";
import type { Unit } from "../unit.ts";
import { type Changes, changesOf } from "./table-changes.ts";

type Ask = () => Awaitable<Changes>;
type Read<T> = (unit: () => Unit<T>) => Promise<T>;

/** Remembers what was read, and asks the database before every answer whether it still holds. */
export class AskedMemory<T> implements Memory<T> {
  readonly #tables: readonly string[];
  readonly #askChanges: Ask;
  readonly #readNow: Read<T>;
  readonly #entries = new Entries<T>();

  constructor(tables: readonly string[], askChanges: Ask, readNow: Read<T>) {
    this.#tables = tables;
    this.#askChanges = askChanges;
    this.#readNow = readNow;
  }

  read(key: string, unit: () => Unit<T>): Awaitable<T> {
    return andThen(this.#askChanges(), (all) => {
      const changes = changesOf(this.#tables, all);
      this.#entries.standAt(changes);
      const known = this.#entries.get(key);
      return known === undefined ? this.#readAnew(key, unit, changes) : known.value;
    });
  }

  async #readAnew(key: string, unit: () => Unit<T>, changes: number): Promise<T> {
    const value = await this.#readNow(unit);
    this.#entries.keep(key, value, changes);
    return value;
  }
}
