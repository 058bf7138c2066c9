import type { Certificate } from "@varde/protocol";
import { run, type Storage, sql, type Unit } from "@varde/storage";
import type { Logger } from "pino";
import type { Ids } from "../../ports/ids.ts";
import type { ResponseSigner } from "../../ports/response-signer.ts";
import type { Tpp } from "../../records/tpp.ts";
import type { FinishedRequest } from "../../request/finished-request.ts";
import { type AuditActor, describeActor } from "./audit-actor.ts";
import { auditChainTable, sealChainId } from "./audit-chain.ts";
import { entriesLost } from "./audit-entry.ts";
import type { EntryPlace } from "./audit-seal.ts";
import { type AuditedAccess, describeAccess } from "./audited-access.ts";
import { deleteExpiredEntries } from "./delete-expired-entries.ts";
import { describeSubject, type NewSubject, subjectCacheKey } from "./resolve-subjects.ts";
import {
  type ChainHead,
  type EntryBatch,
  type PlannedEntry,
  startChain,
  writeEntries,
} from "./write-entries.ts";
import { type SealParts, writeSeal } from "./write-seal.ts";

/** How many entries one unit writes, so that no other unit waits long for it. */
const batchEntriesMax = 200;
/** How many accesses may wait while the database accepts no writes. */
const waitingMaxDefault = 50_000;
const cachedSubjectsMax = 50_000;
/** Shorter than every retention period, so that a cached subject is never deleted. */
const cacheMs = 60 * 60_000;
/** Short of a minute, because processes check every few seconds. */
const sealIntervalMs = 55_000;
/** The age of entries without a seal whose process was killed: others seal every minute. */
const leftMs = 5 * 60_000;

interface AuditTrailParts {
  readonly storage: Storage;
  readonly ids: Ids;
  readonly log: Pick<Logger, "info" | "error">;
  /** Signs the seals, with a key that is not in the database. */
  readonly signer: ResponseSigner | undefined;
  /** How many accesses may wait; 50 000 by default. */
  readonly waitingMax?: number;
}

/** The accesses that this process has recorded, by what became of them. */
export interface AuditCounts {
  readonly waiting: number;
  readonly written: number;
  readonly lost: number;
}

/**
 * Records accesses by TPPs as a hash chain of this process. `record` only puts them in a list; a
 * background job writes the list four times a second.
 */
export class AuditTrail {
  readonly #parts: AuditTrailParts;
  readonly #waitingMax: number;
  #waiting: AuditedAccess[] = [];
  /** Written again without a change until it succeeds: an attempt may have been committed. */
  #batch: EntryBatch | undefined;
  #head: ChainHead | undefined;
  #writing: Promise<void> | undefined;
  #isRequested = false;
  #unreported = 0;
  #lost = 0;
  #written = 0;
  #subjectIds = new Map<string, string>();
  #actorIds = new Set<string>();
  #actors = new WeakMap<Certificate, { readonly tpp: Tpp; readonly actor: AuditActor }>();
  #cachedSince: number;
  /** When a seal may be due, by the database's clock. */
  #sealsAt = 0;
  /** The last entry of this process that a seal covers. */
  #sealedNumber = 0;

  constructor(parts: AuditTrailParts) {
    this.#parts = parts;
    this.#waitingMax = parts.waitingMax ?? waitingMaxDefault;
    this.#cachedSince = parts.storage.now();
  }

  get counts(): AuditCounts {
    const waiting = this.#waiting.length + (this.#batch?.entries.length ?? 0);
    return { waiting, written: this.#written, lost: this.#lost };
  }

  /**
   * Records the access of a finished request, if it is one. If too many are waiting,
   * it is lost; the chain will have an entry that says how many were.
   */
  record(finished: FinishedRequest): void {
    const access = describeAccess(finished);
    if (access === undefined) return;
    if (this.#waiting.length >= this.#waitingMax) {
      this.#lost += 1;
      this.#unreported += 1;
      return;
    }
    this.#waiting.push(access);
    if (this.#waiting.length < batchEntriesMax || this.#isRequested) return;
    this.#isRequested = true;
    // The job tries again if this fails, and logs the reason then.
    setImmediate(() => this.flush().catch(() => {}));
  }

  /** Whether entries, or the number of those that were lost, wait to be written. */
  get hasUnwritten(): boolean {
    return this.#batch !== undefined || this.#waiting.length > 0 || this.#unreported > 0;
  }

  /** Writes everything that was recorded before the call. */
  async flush(): Promise<void> {
    await this.#writing?.catch(() => {});
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
      this.#isRequested = false;
    });
    await this.#writing;
  }

  /** Seals the chain of this process, unless that was done in the last minute. */
  async sealIfDue(): Promise<void> {
    const now = this.#parts.storage.now();
    const waitMs = this.#sealsAt - now;
    // A clock that was set back by hours does not stop the seals for hours.
    if (waitMs > 0 && waitMs <= sealIntervalMs) return;
    if (await this.seal()) this.#sealsAt = now + sealIntervalMs;
  }

  /**
   * Seals the chain of this process as it has written it, whatever the database has now. Returns
   * false if there is nothing to seal.
   */
  async seal(mark?: "ended"): Promise<boolean> {
    const head = this.#head;
    if (head === undefined || (mark === undefined && head.number === this.#sealedNumber)) {
      return false;
    }
    const { chainId, number, hash } = head;
    const place: EntryPlace = mark ? [chainId, number, hash, mark] : [chainId, number, hash];
    await this.#writeSeal([place]);
    this.#sealedNumber = number;
    return true;
  }

  /** Seals what killed processes have left. To be called in one process at a time. */
  async sealLeft(): Promise<void> {
    const { storage } = this.#parts;
    const until = storage.now() - leftMs;
    await this.#writeSeal(await storage.read(() => listLeftHeads(this.#head?.chainId, until)));
  }

  /** Writes a seal of entries. The log gets a copy, as an anchor. */
  async #writeSeal(places: readonly EntryPlace[]): Promise<void> {
    if (places.length === 0) return;
    const seal = await sealPlaces(this.#sealParts(), places);
    if (seal === undefined) return;
    const { number, hash, keyHash } = seal;
    this.#parts.log.info({ seal: number, hash, keyHash }, "audit sealed");
  }

  /** Deletes the entries whose retention period is over. */
  deleteExpired(retentionMs: number): Promise<void> {
    return deleteExpiredEntries(this.#sealParts(), retentionMs);
  }

  /** Writes and seals what is left. Call it when no request is in flight any more. */
  async close(): Promise<void> {
    try {
      await this.flush();
      if (this.#written > 0) await this.seal("ended");
    } catch (error) {
      this.#parts.log.error({ err: error, lost: this.counts.waiting }, "audit not written");
    }
  }

  #sealParts(): SealParts {
    const { storage, signer } = this.#parts;
    return { storage, signer, now: storage.now() };
  }

  async #writeAll(): Promise<void> {
    while (this.hasUnwritten) {
      this.#batch ??= this.#planBatch();
      await this.#write(this.#batch);
      this.#batch = undefined;
    }
  }

  async #write(batch: EntryBatch): Promise<void> {
    const { storage, ids } = this.#parts;
    const now = storage.now();
    const start = ids.newSecret();
    this.#head ??= await storage.write(() => startChain(now, start));
    const head = this.#head;
    const written = await storage.write(() =>
      writeEntries(head, batch, this.#subjectIds, storage.engine, now),
    );
    this.#head = written.head;
    this.#written += batch.entries.length;
    for (const [key, id] of written.resolved) this.#subjectIds.set(key, id);
    for (const { actorId } of batch.actors) this.#actorIds.add(actorId);
  }

  #planBatch(): EntryBatch {
    const now = this.#parts.storage.now();
    this.#forgetOldCache(now);
    const taken = this.#waiting.splice(0, batchEntriesMax);
    const actors = new Map<string, AuditActor>();
    const subjects = new Map<string, NewSubject>();
    const entries: PlannedEntry[] = taken.map((access) => {
      const { at, operation, status, code, requestId, consentId, resourceId } = access;
      const actor = this.#actor(access);
      if (!this.#actorIds.has(actor.actorId)) actors.set(actor.actorId, actor);
      const subjectKey = subjectCacheKey(access);
      if (subjectKey !== "" && !this.#subjectIds.has(subjectKey) && !subjects.has(subjectKey)) {
        subjects.set(subjectKey, describeSubject(access));
      }
      const { actorId } = actor;
      const fields = { at, actorId, operation, status, code, requestId, consentId, resourceId };
      return { ...fields, subjectKey };
    });
    if (this.#unreported > 0 && this.#waiting.length === 0) {
      entries.push(describeLoss(this.#unreported, now));
      this.#unreported = 0;
    }
    return { entries, actors: [...actors.values()], subjects: [...subjects.values()] };
  }

  #actor({ tpp, certificate }: AuditedAccess): AuditActor {
    const known = this.#actors.get(certificate);
    if (known?.tpp === tpp) return known.actor;
    const actor = describeActor(tpp, certificate);
    this.#actors.set(certificate, { tpp, actor });
    return actor;
  }

  /** The rows may be deleted when no entry refers to them any more. */
  #forgetOldCache(now: number): void {
    if (now - this.#cachedSince < cacheMs && this.#subjectIds.size < cachedSubjectsMax) return;
    this.#cachedSince = now;
    this.#subjectIds = new Map();
    this.#actorIds = new Set();
  }
}

const describeLoss = (count: number, at: number): PlannedEntry => ({
  at,
  actorId: undefined,
  subjectKey: "",
  operation: entriesLost,
  status: 0,
  code: undefined,
  requestId: "",
  consentId: undefined,
  resourceId: String(count),
});

const sealPlaces = (parts: SealParts, places: readonly EntryPlace[]) =>
  writeSeal(parts, "entries", places, function* (heads, seal) {
    yield* run(
      ...[...heads, [sealChainId, seal.number] as const].map(
        ([chainId, number]) =>
          sql`update audit_chain set sealed_number = ${number} where chain_id = ${chainId}`,
      ),
    );
    return true;
  });

/** Lists the ends of other chains whose last entry is older than that and has no seal. */
function* listLeftHeads(
  ownChainId: number | undefined,
  until: number,
): Unit<readonly EntryPlace[]> {
  const left = yield* auditChainTable.all(
    sql`select c.* from audit_chain c
      join audit_entry e on e.chain_id = c.chain_id and e.number = c.head_number
      where c.chain_id not in (${sealChainId}, ${ownChainId ?? sealChainId})
        and c.head_number > c.sealed_number and e.at <= ${until}
      order by c.chain_id`,
  );
  return left.map(({ chainId, headNumber, headHash }) => [chainId, headNumber, headHash, "left"]);
}
