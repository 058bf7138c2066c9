import { forUpdate, one, run, type Storage, sql, type Unit } from "@varde/storage";
import { type AuditChain, auditChainTable, sealChainId } from "./audit-chain.ts";
import { auditSealTable, type RetentionPlace, readSealedPlaces } from "./audit-seal.ts";
import { type SealParts, writeSeal } from "./write-seal.ts";

/** Small enough that no other unit waits long. */
const entriesPerTurn = 500;
const turnsMax = 1_000;
const sealsPerPage = 500;
/** About a week of seals in one run, which is hourly. */
const pagesMax = 20;

/**
 * Deletes entries whose retention period is over, from the beginning of each chain, then the people
 * that no entry refers to any more. The age of an entry is that of the seal that covers it, because
 * its own time could have been changed in the database. A seal says first what is deleted.
 */
export const deleteExpiredEntries = async (
  parts: SealParts,
  retentionMs: number,
): Promise<void> => {
  const { storage, now } = parts;
  const before = now - retentionMs;
  await writeSeal(parts, "retention", (seals) => listExpiredPlaces(seals, before), allowDeletion);
  await deleteAllowed(storage);
  await storage.write(() => deleteUnusedSubjects(before));
};

/** Returns for each chain the last place that a seal of that time covers. */
function* listExpiredPlaces(
  { cutNumber }: AuditChain,
  before: number,
): Unit<readonly RetentionPlace[] | undefined> {
  const places = new Map<number, RetentionPlace>();
  let after = cutNumber;
  for (let page = 0; page < pagesMax; page += 1) {
    const seals = yield* auditSealTable.all(
      sql`select * from audit_seal where number > ${after} order by number limit ${sealsPerPage}`,
    );
    const firstKept = seals.findIndex(({ at }) => at > before);
    const expired = firstKept === -1 ? seals : seals.slice(0, firstKept);
    for (const seal of expired) {
      for (const [chainId, number, hash] of readSealedPlaces(seal)) {
        places.set(chainId, [chainId, number, hash, seal.number]);
      }
    }
    after = expired.at(-1)?.number ?? after;
    if (expired.length < sealsPerPage) break;
  }
  return places.size === 0 ? undefined : [...places.values()];
}

function* allowDeletion(places: readonly RetentionPlace[]): Unit<boolean> {
  const lastSeal = Math.max(...places.map(([, , , sealNumber = 0]) => sealNumber));
  yield* run(
    ...places.map(
      ([chainId, number]) =>
        sql`update audit_chain set expired_number = ${number}
          where chain_id = ${chainId} and cut_number < ${number}`,
    ),
    sql`update audit_chain set cut_number = ${lastSeal} where chain_id = ${sealChainId}`,
  );
  return true;
}

/** Deletes what seals allow, also what an earlier run has left. */
const deleteAllowed = async (storage: Storage): Promise<void> => {
  const chains = await storage.read(() =>
    auditChainTable.all(
      sql`select * from audit_chain where expired_number > cut_number order by chain_id`,
    ),
  );
  let turns = 0;
  for (const { chainId } of chains) {
    while (turns < turnsMax && (await storage.write(() => deleteSome(chainId)))) turns += 1;
  }
};

/** Deletes the beginning of a chain. Returns false if nothing is left to delete. */
function* deleteSome(chainId: number): Unit<boolean> {
  const chain = yield* auditChainTable.one(
    sql`select * from audit_chain where chain_id = ${chainId} ${forUpdate}`,
  );
  if (chain === undefined || chain.expiredNumber <= chain.cutNumber) return false;
  const last = Math.min(chain.cutNumber + entriesPerTurn, chain.expiredNumber);
  const entry = yield* one<{ hash: string }>(
    sql`select hash from audit_entry where chain_id = ${chainId} and number = ${last}`,
  );
  // A chain with a gap was tampered with, and stays as it is for whoever looks into it.
  if (entry === undefined) return false;
  yield* run(
    sql`delete from audit_entry where chain_id = ${chainId} and number <= ${last}`,
    sql`update audit_chain set cut_number = ${last}, cut_hash = ${entry.hash}
      where chain_id = ${chainId}`,
  );
  return true;
}

function* deleteUnusedSubjects(before: number): Unit<void> {
  yield* run(
    sql`delete from audit_subject where created_at <= ${before} and not exists (
      select 1 from audit_entry e where e.subject_id = audit_subject.subject_id)`,
    sql`delete from audit_subject_account where not exists (
      select 1 from audit_subject s where s.subject_id = audit_subject_account.subject_id)`,
  );
}
