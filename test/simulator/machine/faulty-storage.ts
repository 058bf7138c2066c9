import {
  type Engine,
  type ReadCache,
  type ReadCacheOptions,
  type Statement,
  type StepObserver,
  type Storage,
  type StorageActivity,
  StorageUnavailable,
  type Unit,
} from "@varde/storage";
import { noFaults } from "./fault-plan.ts";
import type { Life } from "./life.ts";
import type { Machine } from "./machine.ts";

/**
 * The real storage with faults: units wait for their turn, are refused, or are committed without
 * the caller knowing it. That of another system than the bank has no faults.
 */
export class FaultyStorage implements Storage {
  readonly engine: Engine;
  readonly #inner: Storage;
  readonly #machine: Machine;
  readonly #life: Life;
  readonly #isReliable: boolean;

  constructor(inner: Storage, machine: Machine, life: Life, isReliable = false) {
    this.engine = inner.engine;
    this.#inner = inner;
    this.#machine = machine;
    this.#life = life;
    this.#isReliable = isReliable;
  }

  async write<T, V = never>(unit: () => Unit<T, V>): Promise<T | V> {
    const { turns, chance, trace } = this.#machine;
    const faults = this.#faults;
    await turns.wait(this.#life.host.name, "write", this.#life);
    this.#refuseIfCutOff();
    if (chance.happens(faults.writeRefused)) {
      trace.note("the unit is refused");
      throw new StorageUnavailable("The simulated database is unavailable.");
    }
    const changed = new Set<string>();
    const value = await this.#run(() => this.#inner.write(() => observe(unit(), changed)));
    trace.note([...changed].join(", "));
    this.#machine.written(changed);
    if (chance.happens(faults.crashAfterCommit)) {
      this.#machine.crash(this.#life, "directly after the commit");
      await new Promise(() => {});
    }
    if (chance.happens(faults.commitNotConfirmed)) {
      trace.note("the commit is not confirmed");
      throw new StorageUnavailable("The simulated connection broke during the commit.");
    }
    return value;
  }

  async read<T>(unit: () => Unit<T>): Promise<T> {
    const { turns, chance, trace } = this.#machine;
    const faults = this.#faults;
    const { name } = this.#life.host;
    if (chance.happens(faults.readDelayed)) await turns.wait(name, "read", this.#life);
    this.#refuseIfCutOff();
    if (chance.happens(faults.readRefused)) {
      trace.note("a read is refused");
      throw new StorageUnavailable("The simulated database cannot be read.");
    }
    return this.#run(() => this.#inner.read(unit));
  }

  readAtOnce<T>(unit: () => Unit<T>): Promise<T> {
    return this.read(unit);
  }

  now(): number {
    return this.#inner.now();
  }

  createReadCache<T>(options: ReadCacheOptions): ReadCache<T> {
    const cache = this.#inner.createReadCache<T>(options);
    return {
      read: (key, unit, detail) => {
        this.#refuseIfCutOff();
        return this.#run(() => cache.read(key, unit, detail));
      },
    };
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

  /** Works as the process of this storage, also for a message of one that has died. */
  #run<T>(act: () => T): T {
    return this.#machine.time.runAs(this.#life, act);
  }

  get #faults() {
    return this.#isReliable ? noFaults : this.#machine.faults;
  }

  #refuseIfCutOff(): void {
    if (!this.#life.host.faults.has("is cut off from the database")) return;
    throw new StorageUnavailable("The simulated database cannot be reached.");
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
