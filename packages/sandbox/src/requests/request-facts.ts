import type { WorldId } from "@varde/bank";
import type { ClientFact } from "@varde/conformance/client";
import {
  all,
  integer,
  one,
  run,
  type Statement,
  type Storage,
  sql,
  table,
  text,
  type Unit,
} from "@varde/storage";
import { formatFacts, parseFacts } from "./fact-lines.ts";

/** Facts of each world that are stored; older ones are deleted. */
export const factsPerWorldMax = 10_000;

/** A row has the facts of one world that were written together. */
const factTable = table("sandbox_request_facts", {
  worldId: text<WorldId>(),
  firstNumber: integer,
  lastNumber: integer,
  facts: integer,
  content: text(),
});
const contents = factTable.pick("content");

/** World of the requests whose signature did not prove who sent them. */
export const strangersWorld = "";

/**
 * The store of facts about requests and SCAs. They are written in the background, so that a request
 * does not wait for it, and survive a restart.
 */
export interface RequestFacts {
  /** Returns the number of the next request or SCA. */
  nextNumber(): number;
  add(worldId: WorldId, fact: ClientFact): void;
  /** Lists the facts of a world, oldest first, with unverified ones that name its certificates. */
  list(worldId: WorldId): Promise<readonly ClientFact[]>;
  /** Learns that a certificate belongs to the TPP of a world. */
  learn(worldId: WorldId, certificate: string): void;
  /** Returns whether a certificate is known to belong to the TPP of a world. */
  owns(worldId: WorldId, certificate: string | undefined): boolean;
  forget(worldId: WorldId): void;
  /** Writes the last facts. */
  close(): Promise<void>;
}

/** How long facts wait to be written with others. */
const writeMs = 500;
/** Facts that wait in memory at most, while the database is slow; the oldest are lost. */
const waitingMax = 20_000;
const factsPerRowMax = 500;
const certificatesPerWorldMax = 1_000;
/** New facts of a world after which its oldest rows are deleted. */
const trimEvery = 1_000;

type OnLost = (error: unknown, facts: number) => void;

export const openRequestFacts = async (storage: Storage, onLost: OnLost): Promise<RequestFacts> => {
  const stored = await storage.read(() =>
    one<{ last: bigint | null }>(sql`select max(last_number) as last from sandbox_request_facts`),
  );
  return new StoredRequestFacts(storage, onLost, Number(stored?.last ?? 0n));
};

interface WaitingFact {
  readonly worldId: WorldId;
  readonly fact: ClientFact;
}

class StoredRequestFacts implements RequestFacts {
  readonly #storage: Storage;
  readonly #onLost: OnLost;
  readonly #certificates = new Map<WorldId, Set<string>>();
  readonly #addedSinceTrim = new Map<WorldId, number>();
  #waiting: WaitingFact[] = [];
  #lastNumber: number;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(storage: Storage, onLost: OnLost, lastNumber: number) {
    this.#storage = storage;
    this.#onLost = onLost;
    this.#lastNumber = lastNumber;
  }

  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  add(worldId: WorldId, fact: ClientFact): void {
    if (this.#waiting.length >= waitingMax) this.#waiting.splice(0, waitingMax / 2);
    this.#waiting.push({ worldId, fact });
    if (fact.kind === "request" && fact.isVerified && fact.certificate !== undefined) {
      this.learn(worldId, fact.certificate);
    }
    this.#timer ??= setTimeout(() => void this.#write(), writeMs).unref();
  }

  async list(worldId: WorldId): Promise<readonly ClientFact[]> {
    await this.#write();
    const own = await this.#read(worldId);
    for (const fact of own) {
      if (fact.kind === "request" && fact.isVerified && fact.certificate !== undefined) {
        this.learn(worldId, fact.certificate);
      }
    }
    const strangers = await this.#read(strangersWorld);
    const claimed = strangers.filter(
      (fact) => fact.kind === "request" && this.owns(worldId, fact.certificate),
    );
    return [...own, ...claimed]
      .toSorted((fact, other) => fact.number - other.number)
      .slice(-factsPerWorldMax);
  }

  learn(worldId: WorldId, certificate: string): void {
    const known = this.#certificates.get(worldId);
    if (known === undefined) this.#certificates.set(worldId, new Set([certificate]));
    else if (known.size < certificatesPerWorldMax) known.add(certificate);
  }

  owns(worldId: WorldId, certificate: string | undefined): boolean {
    return certificate !== undefined && this.#certificates.get(worldId)?.has(certificate) === true;
  }

  forget(worldId: WorldId): void {
    this.#waiting = this.#waiting.filter((one) => one.worldId !== worldId);
    this.#certificates.delete(worldId);
    this.#addedSinceTrim.delete(worldId);
  }

  close(): Promise<void> {
    return this.#write();
  }

  async #read(worldId: WorldId): Promise<readonly ClientFact[]> {
    const rows = await this.#storage.read(() =>
      contents.all(
        sql`select ${contents.columns} from sandbox_request_facts
          where world_id = ${worldId} order by first_number`,
      ),
    );
    return rows.flatMap(({ content }) => parseFacts(content));
  }

  /** Writes what waits, after the write before. Facts that cannot be written are lost. */
  #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      const waiting = this.#waiting;
      if (waiting.length === 0) return;
      this.#waiting = [];
      await this.#store(waiting).catch((error: unknown) => this.#onLost(error, waiting.length));
    });
    return this.#writing;
  }

  async #store(waiting: readonly WaitingFact[]): Promise<void> {
    const byWorld = Map.groupBy(waiting, ({ worldId }) => worldId);
    const statements: Statement[] = [];
    const full: WorldId[] = [];
    for (const [worldId, added] of byWorld) {
      const facts = added.map(({ fact }) => fact);
      for (let at = 0; at < facts.length; at += factsPerRowMax) {
        statements.push(insertRow(worldId, facts.slice(at, at + factsPerRowMax)));
      }
      const sinceTrim = (this.#addedSinceTrim.get(worldId) ?? 0) + facts.length;
      if (sinceTrim >= trimEvery) full.push(worldId);
      this.#addedSinceTrim.set(worldId, sinceTrim >= trimEvery ? 0 : sinceTrim);
    }
    await this.#storage.write(function* () {
      yield* run(...statements);
      for (const worldId of full) yield* deleteOldest(worldId);
    });
  }
}

const insertRow = (worldId: WorldId, facts: readonly ClientFact[]): Statement =>
  factTable.insert({
    worldId,
    firstNumber: facts[0]?.number ?? 0,
    lastNumber: Math.max(...facts.map(({ number }) => number)),
    facts: facts.length,
    content: formatFacts(facts),
  });

/** Deletes the rows of a world whose facts are all older than the last `factsPerWorldMax`. */
function* deleteOldest(worldId: WorldId): Unit<void> {
  const rows = yield* all<{ first_number: bigint; facts: bigint }>(
    sql`select first_number, facts from sandbox_request_facts
      where world_id = ${worldId} order by first_number desc`,
  );
  let newer = 0;
  const oldest = rows.find(({ facts }) => {
    const isOld = newer >= factsPerWorldMax;
    newer += Number(facts);
    return isOld;
  });
  if (oldest === undefined) return;
  yield* run(
    sql`delete from sandbox_request_facts
      where world_id = ${worldId} and first_number <= ${oldest.first_number}`,
  );
}
