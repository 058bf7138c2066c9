import type { KeyObject } from "node:crypto";
import { all, jsonRows, one, type Storage, sql, type Unit } from "@varde/storage";
import { type ChainPlace, sealChainId } from "../audit-chain.ts";
import {
  type AuditSeal,
  auditSealTable,
  type EntryPlace,
  hashSeal,
  listSeals,
  readDeletedPlaces,
  readErasedIds,
  readSealedPlaces,
} from "../audit-seal.ts";
import { firstSealStart } from "../write-seal.ts";
import { entryPlace, type ReportFault, sealPlace } from "./audit-fault.ts";
import { type LastAnchor, SealJudge, type SignatureCounts } from "./judge-seals.ts";
import type { SealAnchor } from "./seal-anchor.ts";
import { type DeletionAge, verifyDeletion } from "./verify-deletion.ts";

const placesPerPage = 500;

/** Facts outside the database, to verify the audit with. */
export interface VerifyOptions {
  /** Seals that were noted before. */
  readonly anchors?: readonly SealAnchor[];
  /** The keys with which the bank signs its seals, or has signed them. */
  readonly keys?: readonly KeyObject[];
  /** The retention period of entries. */
  readonly retentionMs?: number;
  /** The time of the verification; by default that of this machine. */
  readonly now?: number;
}

/** The facts about the chains of entries that the seals state. */
export interface SealedFacts {
  /** When entries were last sealed. */
  readonly sealedAt: number;
  /** The last sealed entry, by chain. */
  readonly heads: ReadonlyMap<number, number>;
  /** The last entry of each chain whose process has stopped. */
  readonly ends: ReadonlyMap<number, number>;
  /** The last deletion after the retention period, by chain. */
  readonly cuts: ReadonlyMap<number, ChainPlace>;
  /** The ids of erased subjects. */
  readonly erased: ReadonlySet<string>;
}

/** How many seals were verified, and the last of them. */
export interface SealCounts extends SignatureCounts, DeletionAge {
  readonly seals: number;
  /** The last seal. If it is noted elsewhere, a later verification can be compared with it. */
  readonly lastSeal: SealAnchor | undefined;
  /** The number of entries that killed processes have not sealed: others did, unproven. */
  readonly left: number;
}

/** Verifies the chain of the seals, and that the sealed entries are still the same. */
export class SealVerifier {
  readonly #storage: Storage;
  readonly #options: VerifyOptions & Required<Omit<VerifyOptions, "now">>;
  readonly #report: ReportFault;
  readonly #stated = createStatedFacts();
  #anchored: LastAnchor | undefined;
  #judge: SealJudge | undefined;
  #last: SealAnchor = { number: 0, hash: firstSealStart };
  #youngestDeletedMs: number | undefined;

  constructor(storage: Storage, options: VerifyOptions, report: ReportFault) {
    this.#storage = storage;
    this.#options = { anchors: [], keys: [], retentionMs: 0, ...options };
    this.#report = report;
  }

  /** The facts of the seals that were verified so far. */
  get facts(): SealedFacts {
    return this.#stated;
  }

  /** Verifies all seals; called again, those that the bank has written since. */
  async verify(): Promise<void> {
    const { anchors, keys } = this.#options;
    const now = () => this.#options.now ?? Date.now();
    const head = await this.#storage.read(readHead);
    this.#anchored ??= await this.#storage.read(() => findLastAnchor(anchors));
    this.#judge ??= new SealJudge(keys, { anchored: this.#anchored, now }, this.#report);
    const noted = Map.groupBy(anchors, ({ number }) => number);
    const sealed: SealedPlace[] = [];
    for await (const seal of listSeals(this.#storage, this.#last.number, head.number)) {
      verifySeal(this.#last, seal, this.#report);
      verifyAnchor(seal, noted.get(seal.number) ?? [], this.#report);
      this.#judge.judge(seal);
      this.#last = { number: seal.number, hash: seal.hash };
      if (seal.kind === "retention") await this.#verifyDeletion(seal, this.#anchored.number);
      sealed.push(...collectFacts(seal, this.#stated));
      if (sealed.length >= placesPerPage) {
        await verifySealedEntries(this.#storage, sealed.splice(0), this.#report);
      }
    }
    await verifySealedEntries(this.#storage, sealed, this.#report);
    verifyEnd(this.#last, head, this.#report);
  }

  /** Reports what only the end of the seals shows, and returns the counts. */
  finish(): SealCounts {
    const last = this.#last;
    for (const { number } of this.#options.anchors) {
      if (number > last.number) this.#report({ place: sealPlace(number), text: "It is missing." });
    }
    return {
      seals: last.number,
      lastSeal: last.number === 0 ? undefined : last,
      left: this.#stated.left,
      youngestDeletedMs: this.#youngestDeletedMs,
      ...(this.#judge?.finish() ?? { signed: 0, unsigned: 0 }),
    };
  }

  async #verifyDeletion(seal: AuditSeal, anchoredNumber: number): Promise<void> {
    const { retentionMs } = this.#options;
    const limits = { retentionMs, isAnchored: seal.number <= anchoredNumber };
    const ageMs = await verifyDeletion(this.#storage, seal, limits, this.#report);
    if (ageMs === undefined) return;
    this.#youngestDeletedMs = Math.min(ageMs, this.#youngestDeletedMs ?? ageMs);
  }
}

/** The facts about chains, while the seals are read. */
const createStatedFacts = () => ({
  left: 0,
  sealedAt: 0,
  heads: new Map<number, number>(),
  ends: new Map<number, number>(),
  cuts: new Map<number, ChainPlace>(),
  erased: new Set<string>(),
});

/** Adds the facts that a seal states, and returns the places that it covers. */
const collectFacts = (
  seal: AuditSeal,
  facts: ReturnType<typeof createStatedFacts>,
): readonly SealedPlace[] => {
  for (const id of readErasedIds(seal)) facts.erased.add(id);
  for (const [chainId, number, hash] of readDeletedPlaces(seal)) {
    facts.cuts.set(chainId, [chainId, number, hash]);
  }
  const places = readSealedPlaces(seal);
  for (const [chainId, number, , mark] of places) {
    if (mark === "left") facts.left += Math.max(0, number - (facts.heads.get(chainId) ?? 0));
    if (mark === "ended") facts.ends.set(chainId, number);
    facts.heads.set(chainId, number);
    facts.sealedAt = seal.at;
  }
  return places.map((place) => ({ seal, place }));
};

/** The end of the seals as their chain states it, and the last seal that is stored. */
interface SealHead extends SealAnchor {
  readonly stored: number;
}

/** Reads with one statement, because the bank may write a seal between two. */
function* readHead(): Unit<SealHead> {
  const row = yield* one<{ stored: bigint; number: bigint | null; hash: string | null }>(
    sql`select coalesce(max(s.number), 0) as stored, max(c.head_number) as number,
        max(c.head_hash) as hash
      from (select 1 as one) as always
      left join audit_chain c on c.chain_id = ${sealChainId}
      left join audit_seal s on s.number = (select max(number) from audit_seal)`,
  );
  const number = Number(row?.number ?? 0n);
  return { number, hash: row?.hash ?? firstSealStart, stored: Number(row?.stored ?? 0n) };
}

function* findLastAnchor(anchors: readonly SealAnchor[]): Unit<LastAnchor> {
  if (anchors.length === 0) return { number: 0, isSigned: false };
  const stored = yield* auditSealTable.all(
    sql`select s.* from ${jsonRows(anchors.map(({ number, hash }) => [number, hash]))} as anchor
      join audit_seal s on s.number = cast(anchor.value ->> 0 as bigint)
        and s.hash = anchor.value ->> 1
      order by s.number desc limit 1`,
  );
  return {
    number: stored[0]?.number ?? 0,
    isSigned: anchors.some(({ keyHash }) => keyHash !== undefined),
  };
}

const verifySeal = (previous: SealAnchor, seal: AuditSeal, report: ReportFault): void => {
  const { number, at } = seal;
  if (number !== previous.number + 1) {
    report({ place: sealPlace(previous.number + 1), text: "It is missing." });
  } else if (hashSeal(previous.hash, seal) !== seal.hash) {
    report({ place: sealPlace(number, at), text: "It was changed: its hash does not match." });
  }
};

const verifyAnchor = (
  { number, at, hash }: AuditSeal,
  anchors: readonly SealAnchor[],
  report: ReportFault,
): void => {
  if (anchors.some((anchor) => anchor.hash !== hash)) {
    report({ place: sealPlace(number, at), text: "It is not the seal that was noted." });
  }
};

const verifyEnd = (last: SealAnchor, head: SealHead, report: ReportFault): void => {
  if (last.number < head.number) {
    report({ place: sealPlace(last.number + 1), text: "It is missing, with all seals after it." });
  } else if (last.hash !== head.hash) {
    report({ place: sealPlace(last.number), text: "It is not the last seal that was written." });
  }
  if (head.stored > head.number) {
    report({ place: sealPlace(head.stored), text: "It is after the last seal that was written." });
  }
};

/** A place in a chain of entries, and the seal that covers the chain up to there. */
interface SealedPlace {
  readonly seal: AuditSeal;
  readonly place: EntryPlace;
}

/** Compares the heads that were sealed with the entries. */
const verifySealedEntries = async (
  storage: Storage,
  sealed: readonly SealedPlace[],
  report: ReportFault,
): Promise<void> => {
  const changed = await storage.read(() => findChangedHeads(sealed.map(({ place }) => place)));
  const keys = new Set(changed.map(([chainId, number]) => `${chainId} ${number}`));
  for (const { seal, place } of sealed) {
    const [chainId, number] = place;
    if (!keys.has(`${chainId} ${number}`)) continue;
    const text = `It is missing, or not the entry that ${sealPlace(seal.number, seal.at)} covers.`;
    report({ place: entryPlace(chainId, number), text });
  }
};

/** Returns the sealed places whose entry is missing or different, without those cut off. */
function* findChangedHeads(
  places: readonly SealedPlace["place"][],
): Unit<readonly (readonly number[])[]> {
  if (places.length === 0) return [];
  const rows = yield* all<{ chain_id: bigint; number: bigint }>(
    sql`select cast(place.value ->> 0 as bigint) as chain_id,
        cast(place.value ->> 1 as bigint) as number
      from ${jsonRows(places)} as place
      left join audit_chain c on c.chain_id = cast(place.value ->> 0 as bigint)
      left join audit_entry e on e.chain_id = cast(place.value ->> 0 as bigint)
        and e.number = cast(place.value ->> 1 as bigint)
      where cast(place.value ->> 1 as bigint) > coalesce(c.cut_number, 0)
        and coalesce(e.hash, '') <> place.value ->> 2`,
  );
  return rows.map(({ chain_id, number }) => [Number(chain_id), Number(number)]);
}
