import {
  type ReadCache,
  type ReadCacheOptions,
  type Statement,
  type StepObserver,
  type Storage,
  type StorageActivity,
  StorageUnavailable,
  type Unit,
} from "@varde/storage";
import type { Machine } from "./machine.ts";

/**
 * The real storage with faults: units wait for their turn, are refused, or are committed without
 * the caller knowing it.
 */
export class FaultyStorage implements Storage {
  readonly engine = "sqlite";
  readonly #inner: Storage;
  readonly #machine: Machine;
  readonly #life: number;

  constructor(inner: Storage, machine: Machine, life: number) {
    this.#inner = inner;
    this.#machine = machine;
    this.#life = life;
  }

  async write<T, V = never>(unit: () => Unit<T, V>): Promise<T | V> {
    const { turns, chance, faults, trace } = this.#machine;
    await turns.wait("bank", "write", this.#life);
    if (chance.happens(faults.writeRefused)) {
      trace.note("the unit is refused");
      throw new StorageUnavailable("The simulated database is unavailable.");
    }
    const changed = new Set<string>();
    const value = await this.#inner.write(() => observe(unit(), changed));
    trace.note([...changed].join(", "));
    this.#machine.written(changed);
    if (chance.happens(faults.crashAfterCommit)) {
      this.#machine.crash("directly after the commit");
      await new Promise(() => {});
    }
    if (chance.happens(faults.commitNotConfirmed)) {
      trace.note("the commit is not confirmed");
      throw new StorageUnavailable("The simulated connection broke during the commit.");
    }
    return value;
  }

  async read<T>(unit: () => Unit<T>): Promise<T> {
    const { turns, chance, faults, trace } = this.#machine;
    if (chance.happens(faults.readDelayed)) await turns.wait("bank", "read", this.#life);
    if (chance.happens(faults.readRefused)) {
      trace.note("a read is refused");
      throw new StorageUnavailable("The simulated database cannot be read.");
    }
    return this.#inner.read(unit);
  }

  readAtOnce<T>(unit: () => Unit<T>): Promise<T> {
    return this.read(unit);
  }

  createReadCache<T>(options: ReadCacheOptions): ReadCache<T> {
    return this.#inner.createReadCache(options);
  }

  isReady(): Promise<boolean> {
    return this.#inner.isReady();
  }

  acceptsWrites(): Promise<boolean> {
    return this.#inner.acceptsWrites();
  }

  activity(): StorageActivity {
    return this.#inner.activity();
  }

  observe(observer: StepObserver): () => void {
    return this.#inner.observe(observer);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/** Runs a unit and collects what it changes, as "insert payment"; nothing if it is undone. */
function* observe<T, V>(steps: Unit<T, V>, changed: Set<string>): Unit<T, V> {
  changed.clear();
  const written: string[] = [];
  let step = steps.next();
  while (step.done !== true) {
    const results = yield step.value;
    for (const [index, { template }] of listStatements(step.value).entries()) {
      const found = /^\s*(insert into|update|delete from)\s+(\w+)/.exec(template.sqlite[0] ?? "");
      if (found === null || results[index]?.changes === 0n) continue;
      written.push(`${found[1]?.split(" ")[0]} ${found[2]}`);
    }
    step = steps.next(results);
  }
  // A unit that is undone does not come here.
  for (const each of written) changed.add(each);
  return step.value;
}

function listStatements<V>(step: UnitStep<V>): readonly Statement[] {
  if ("value" in step) return [];
  const list = "statements" in step ? step.statements : step;
  return list.map((each) => ("otherwise" in each ? each.statement : each));
}

type UnitStep<V> = Unit<unknown, V> extends Generator<infer Step> ? Step : never;
