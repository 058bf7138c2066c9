import { Entries, type Memory } from "../memory.ts";
import type { Unit } from "../unit.ts";
import { type Changes, changesOf } from "./table-changes.ts";

type Read<T> = (unit: () => Unit<T>) => Promise<T>;

/** Remembers what was read, and asks the database before every answer whether it still holds. */
export class AskedMemory<T> implements Memory<T> {
  readonly #tables: readonly string[];
  readonly #askChanges: () => Promise<Changes>;
  readonly #readNow: Read<T>;
  readonly #entries = new Entries<T>();

  constructor(tables: readonly string[], askChanges: () => Promise<Changes>, readNow: Read<T>) {
    this.#tables = tables;
    this.#askChanges = askChanges;
    this.#readNow = readNow;
  }

  async read(key: string, unit: () => Unit<T>): Promise<T> {
    const changes = changesOf(this.#tables, await this.#askChanges());
    this.#entries.standAt(changes);
    const known = this.#entries.get(key);
    if (known !== undefined) return known.value;
    const value = await this.#readNow(unit);
    this.#entries.keep(key, value, changes);
    return value;
  }
}

/**
 * The same question, asked by many at once, as one: whoever asks while it is under way waits for
 * the next, so that the answer is never older than the asking.
 */
export const askTogether = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  const askNext = async (): Promise<T> => {
    await underWay;
    next = undefined;
    const asked = ask();
    underWay = asked.catch(() => {});
    return asked;
  };
  return () => {
    next ??= askNext();
    return next;
  };
};
