import { one, run, type Storage, sql, type Unit } from "@varde/storage";
import { appendSeal, lockSeals } from "./append-seal.ts";
import { auditChainTable } from "./audit-chain.ts";

/** Small enough that no other unit waits long. */
const entriesPerTurn = 500;
const turnsMax = 1_000;

/**
 * Deletes entries up to a time, from the beginning of each chain and only those that a seal covers,
 * then the people that no entry refers to any more. A seal says what was deleted.
 */
export const deleteExpiredEntries = async (
  storage: Storage,
  before: number,
  now: number,
): Promise<void> => {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    if (!(await storage.write(() => deleteSome(before, now)))) break;
  }
  await storage.write(() => deleteUnusedSubjects(before));
};

/** Deletes the beginning of one chain. Returns false if no chain begins with an expired entry. */
function* deleteSome(before: number, now: number): Unit<boolean> {
  const seals = yield* lockSeals(now);
  const chain = yield* auditChainTable.one(
    sql`select c.* from audit_chain c
      join audit_entry e on e.chain_id = c.chain_id and e.number = c.cut_number + 1
      where c.sealed_number > c.cut_number and e.at <= ${before} limit 1`,
  );
  if (chain === undefined) return false;
  const { chainId, cutNumber, sealedNumber } = chain;
  const end = Math.min(cutNumber + entriesPerTurn, sealedNumber);
  const kept = yield* one<{ first: bigint | null }>(
    sql`select min(number) as first from audit_entry
      where chain_id = ${chainId} and number > ${cutNumber} and number <= ${end}
        and at > ${before}`,
  );
  const last = kept?.first == null ? end : Number(kept.first) - 1;
  const entry = yield* one<{ hash: string }>(
    sql`select hash from audit_entry where chain_id = ${chainId} and number = ${last}`,
  );
  // A chain with a gap was tampered with, and stays as it is for whoever looks into it.
  if (entry === undefined) return false;
  yield* appendSeal(seals, "retention", [[chainId, last, entry.hash]], now);
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
