import { all, inList, type Storage, sql, type Unit } from "@varde/storage";
import { type AuditChain, auditChainTable, sealChainId } from "../audit-chain.ts";
import { type AuditEntry, auditEntryTable, hashEntry } from "../audit-entry.ts";
import { entryPlace, type ReportFault } from "./audit-fault.ts";
import type { SealedFacts, SealVerifier } from "./verify-seals.ts";

const entriesPerPage = 1_000;
const outsideMax = 100;
/** Longer than a process may wait for the database before it writes an entry. */
const unsealedMsMax = 24 * 60 * 60_000;

/** How much was verified. */
export interface ChainCount {
  readonly chains: number;
  readonly entries: number;
  /** Entries of the last minute, which no seal covers yet. */
  readonly unsealed: number;
}

/** Verifies the chains of entries of all processes. */
export const verifyChains = async (
  storage: Storage,
  seals: SealVerifier,
  report: ReportFault,
): Promise<ChainCount> => {
  const chains = await storage.read(() =>
    auditChainTable.all(
      sql`select * from audit_chain where chain_id <> ${sealChainId} order by chain_id`,
    ),
  );
  await verifyKnown(storage, chains, seals.facts, report);
  await verifyBounds(storage, report);
  let entries = 0;
  let unsealed = 0;
  for (const chain of chains) {
    verifyStopped(chain, seals.facts, report);
    entries += await verifyChain(storage, chain, seals, report);
    const sealedNumber = seals.facts.heads.get(chain.chainId) ?? 0;
    unsealed += Math.max(0, chain.headNumber - sealedNumber);
  }
  return { chains: chains.length, entries, unsealed };
};

/** Reports entries and sealed places of a chain whose row is missing. */
const verifyKnown = async (
  storage: Storage,
  chains: readonly AuditChain[],
  { cuts, heads }: SealedFacts,
  report: ReportFault,
): Promise<void> => {
  const known = new Set(chains.map(({ chainId }) => chainId));
  const rows = await storage.read(() =>
    all<{ chain_id: bigint }>(
      sql`select distinct chain_id from audit_entry
        where chain_id not in (select chain_id from audit_chain)`,
    ),
  );
  const found = [...rows.map((row) => Number(row.chain_id)), ...cuts.keys(), ...heads.keys()];
  for (const chainId of new Set(found)) {
    if (known.has(chainId)) continue;
    report({ place: `chain ${chainId}`, text: "Its start and end are missing." });
  }
};

/** Reports entries before the start or after the end of their chain, which a search would show. */
const verifyBounds = async (storage: Storage, report: ReportFault): Promise<void> => {
  const rows = await storage.read(() =>
    all<{ chain_id: bigint; number: bigint }>(
      sql`select e.chain_id, e.number from audit_chain c
          join audit_entry e on e.chain_id = c.chain_id and e.number <= c.cut_number
        union all
        select e.chain_id, e.number from audit_chain c
          join audit_entry e on e.chain_id = c.chain_id and e.number > c.head_number
        order by 1, 2 limit ${outsideMax}`,
    ),
  );
  for (const { chain_id, number } of rows) {
    const text = "It is outside its chain: nobody wrote it, or it was deleted before.";
    report({ place: entryPlace(Number(chain_id), Number(number)), text });
  }
};

/**
 * Requires that a seal allows to delete what was deleted. It is deleted in several steps, and the
 * seal may be younger than those that were verified.
 */
const verifyCut = async (
  chain: AuditChain,
  seals: SealVerifier,
  report: ReportFault,
): Promise<void> => {
  if (isDeletionSealed(chain, seals.facts)) return;
  await seals.verify();
  if (isDeletionSealed(chain, seals.facts)) return;
  const text = "The entries up to here were deleted, but no seal says so.";
  report({ place: entryPlace(chain.chainId, chain.cutNumber), text });
};

const isDeletionSealed = (
  { chainId, cutNumber, cutHash }: AuditChain,
  { cuts }: SealedFacts,
): boolean => {
  if (cutNumber === 0) return true;
  const [, number, hash] = cuts.get(chainId) ?? [chainId, 0, ""];
  return cutNumber < number || (cutNumber === number && cutHash === hash);
};

/** Requires that a chain has not grown since its process stopped. */
const verifyStopped = (
  { chainId, headNumber }: AuditChain,
  { ends, heads }: SealedFacts,
  report: ReportFault,
): void => {
  const end = ends.get(chainId);
  if (end === undefined || Math.max(headNumber, heads.get(chainId) ?? 0) <= end) return;
  const text = "It was added after the process of its chain had stopped.";
  report({ place: entryPlace(chainId, end + 1), text });
};

const verifyChain = async (
  storage: Storage,
  chain: AuditChain,
  seals: SealVerifier,
  report: ReportFault,
): Promise<number> => {
  const { chainId, headNumber, headHash } = chain;
  let previous: Pick<AuditEntry, "number" | "hash"> = { number: 0, hash: "" };
  let read = 0;
  for (;;) {
    const { number: after } = previous;
    const page = await storage.readAtOnce(() => readPage(chain, after, headNumber));
    const { cutNumber, cutHash } = page.chain;
    // Entries may expire while the chain is read; those that remain continue the last deleted one.
    if (read === 0 || cutNumber > after) {
      previous = { number: cutNumber, hash: cutHash };
      await verifyCut(page.chain, seals, report);
    }
    if (page.entries.length === 0) break;
    read += page.entries.length;
    for (const entry of page.entries) {
      verifyEntry(previous, entry, report);
      verifyIsSealed(entry, seals.facts, report);
      previous = entry;
    }
    await verifyReferred(page, seals, report);
  }
  if (previous.number < headNumber) {
    const text = "It is missing, with all entries after it.";
    report({ place: entryPlace(chainId, previous.number + 1), text });
  } else if (previous.number === headNumber && previous.hash !== headHash) {
    const text = "It is not the last entry that was written.";
    report({ place: entryPlace(chainId, previous.number), text });
  }
  return read;
};

/** A part of a chain, with its start and the TPPs and people that it refers to, at one moment. */
interface ChainPage {
  readonly chain: AuditChain;
  readonly entries: readonly AuditEntry[];
  /** The ids of TPPs and people that are stored. */
  readonly stored: ReadonlySet<string>;
}

function* readPage(known: AuditChain, after: number, until: number): Unit<ChainPage> {
  const { chainId } = known;
  const [chain = known] = yield* auditChainTable.all(
    sql`select * from audit_chain where chain_id = ${chainId}`,
  );
  const from = Math.max(after, chain.cutNumber);
  const entries = yield* auditEntryTable.all(
    sql`select * from audit_entry
      where chain_id = ${chainId} and number > ${from} and number <= ${until}
      order by number limit ${entriesPerPage}`,
  );
  const subjectIds = [...new Set(entries.flatMap(({ subjectId }) => subjectId ?? []))];
  const actorIds = [...new Set(entries.flatMap(({ actorId }) => actorId ?? []))];
  const subjects = yield* all<{ id: string }>(
    sql`select subject_id as id from audit_subject where subject_id ${inList(subjectIds)}`,
  );
  const actors = yield* all<{ id: string }>(
    sql`select actor_id as id from audit_actor where actor_id ${inList(actorIds)}`,
  );
  const stored = new Set([...subjects, ...actors].map(({ id }) => id));
  return { chain, entries, stored };
}

/** Continues from the stored hash, so that an entry that was changed is reported alone. */
const verifyEntry = (
  previous: Pick<AuditEntry, "number" | "hash">,
  entry: AuditEntry,
  report: ReportFault,
): void => {
  const { chainId, number, at, hash } = entry;
  if (number > previous.number + 1) {
    const last = number - 1;
    const more = last > previous.number + 1 ? `, and so are those until ${last}` : "";
    report({ place: entryPlace(chainId, previous.number + 1), text: `It is missing${more}.` });
  } else if (hashEntry(previous.hash, entry) !== hash) {
    const text = "It was changed: its hash does not match its content and the entry before it.";
    report({ place: entryPlace(chainId, number, at), text });
  }
};

/** Reports the first entry of a chain without a seal, if entries were sealed long after it. */
const verifyIsSealed = (
  { chainId, number, at }: AuditEntry,
  { heads, sealedAt }: SealedFacts,
  report: ReportFault,
): void => {
  if (number !== (heads.get(chainId) ?? 0) + 1 || at > sealedAt - unsealedMsMax) return;
  const text = "No seal covers it, although entries were sealed long after it.";
  report({ place: entryPlace(chainId, number, at), text });
};

/** Requires that the TPP and the person of each entry are stored, unless the person was erased. */
const verifyReferred = async (
  { entries, stored }: ChainPage,
  seals: SealVerifier,
  report: ReportFault,
): Promise<void> => {
  const isMissing = ({ subjectId }: AuditEntry) =>
    subjectId !== undefined && !stored.has(subjectId) && !seals.facts.erased.has(subjectId);
  // The person may have been erased since the seals were verified.
  if (entries.some(isMissing)) await seals.verify();
  for (const entry of entries) {
    const place = entryPlace(entry.chainId, entry.number, entry.at);
    if (isMissing(entry)) {
      report({ place, text: "Its person and accounts are missing, but no seal says why." });
    }
    if (entry.actorId !== undefined && !stored.has(entry.actorId)) {
      report({ place, text: "Its TPP is missing." });
    }
  }
};
