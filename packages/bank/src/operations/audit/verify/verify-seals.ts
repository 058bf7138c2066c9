import { all, jsonRows, type Storage, sql, type Unit } from "@varde/storage";
import { firstSealStart } from "../append-seal.ts";
import { auditChainTable, type ChainPlace, sealChainId } from "../audit-chain.ts";
import { type AuditSeal, hashSeal, listSeals, type SealContents } from "../audit-seal.ts";
import { entryPlace, type ReportFault, sealPlace } from "./audit-fault.ts";

const placesPerPage = 500;

/** A seal as it is noted outside the database. */
export interface SealAnchor {
  readonly number: number;
  readonly hash: string;
}

/** The facts about the chains of entries that the seals state. */
export interface SealedFacts {
  readonly seals: number;
  readonly lastSeal: SealAnchor | undefined;
  /** The last deletion after the retention period, by chain. */
  readonly cuts: ReadonlyMap<number, ChainPlace>;
  /** The ids of erased subjects. */
  readonly erased: ReadonlySet<string>;
}

/** Verifies the chain of the seals, and that the sealed entries are still the same. */
export const verifySeals = async (
  storage: Storage,
  anchors: readonly SealAnchor[],
  report: ReportFault,
): Promise<SealedFacts> => {
  const chain = await storage.read(() =>
    auditChainTable.one(sql`select * from audit_chain where chain_id = ${sealChainId}`),
  );
  const cuts = new Map<number, ChainPlace>();
  const erased = new Set<string>();
  let previous: SealAnchor = { number: 0, hash: firstSealStart };
  const sealed: SealedPlace[] = [];
  for await (const seal of listSeals(storage, chain?.headNumber ?? 0)) {
    verifySeal(previous, seal, report);
    verifyAnchor(seal, anchors, report);
    previous = seal;
    if (seal.kind === "erasure") for (const id of readContent(seal, "erasure")) erased.add(id);
    if (seal.kind === "retention") {
      for (const place of readContent(seal, "retention")) cuts.set(place[0], place);
    }
    if (seal.kind === "entries") {
      for (const place of readContent(seal, "entries")) sealed.push({ seal, place });
    }
    if (sealed.length >= placesPerPage) {
      await verifySealedEntries(storage, sealed.splice(0), report);
    }
  }
  await verifySealedEntries(storage, sealed, report);
  const last = { number: previous.number, hash: previous.hash };
  if (chain !== undefined)
    verifyEnd(last, { number: chain.headNumber, hash: chain.headHash }, report);
  for (const { number } of anchors) {
    if (number > last.number) report({ place: sealPlace(number), text: "It is missing." });
  }
  return {
    seals: last.number,
    lastSeal: last.number === 0 ? undefined : last,
    cuts,
    erased,
  };
};

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
  if (anchors.some((anchor) => anchor.number === number && anchor.hash !== hash)) {
    report({ place: sealPlace(number, at), text: "It is not the seal that was noted." });
  }
};

const verifyEnd = (last: SealAnchor, head: SealAnchor, report: ReportFault): void => {
  if (last.number < head.number) {
    report({ place: sealPlace(last.number + 1), text: "It is missing, with all seals after it." });
  } else if (last.hash !== head.hash) {
    report({ place: sealPlace(last.number), text: "It is not the last seal that was written." });
  }
};

/** A malformed content has a wrong hash, which is reported already. */
const readContent = <Kind extends keyof SealContents>(
  { content }: AuditSeal,
  _kind: Kind,
): readonly SealContents[Kind][number][] => {
  try {
    return JSON.parse(content) as SealContents[Kind];
  } catch {
    return [];
  }
};

/** A place in a chain of entries, and the seal that covers the chain up to there. */
interface SealedPlace {
  readonly seal: AuditSeal;
  readonly place: ChainPlace;
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
function* findChangedHeads(places: readonly ChainPlace[]): Unit<readonly (readonly number[])[]> {
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
