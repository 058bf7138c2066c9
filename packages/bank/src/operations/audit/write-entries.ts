import { type Engine, jsonRows, run, type Statement, sql, type Unit } from "@varde/storage";
import { type AuditActor, insertActor } from "./audit-actor.ts";
import { auditChainTable, emptyChain } from "./audit-chain.ts";
import { type AuditEntry, auditEntryTable, hashEntry } from "./audit-entry.ts";
import { type NewSubject, resolveSubjects, type SubjectIds } from "./resolve-subjects.ts";
import { lockSeals } from "./write-seal.ts";

/** The last entry of a chain. */
export interface ChainHead {
  readonly chainId: number;
  readonly number: number;
  readonly hash: string;
}

/** An entry without its place in the chain. The cache key names its subject; "" is none. */
export interface PlannedEntry
  extends Omit<AuditEntry, "chainId" | "number" | "hash" | "subjectId"> {
  readonly subjectKey: string;
}

/** Entries to write together, with the actors and subjects that may not be stored yet. */
export interface EntryBatch {
  readonly entries: readonly PlannedEntry[];
  readonly actors: readonly AuditActor[];
  readonly subjects: readonly NewSubject[];
}

/** Starts a chain for the entries of this process. */
export function* startChain(now: number, start: string): Unit<ChainHead> {
  // The lock keeps two processes from choosing the same id.
  yield* lockSeals(now);
  const [last] = yield [sql`select max(chain_id) as last from audit_chain`];
  const chainId = Number(last?.rows[0]?.last ?? 0) + 1;
  yield* run(auditChainTable.insert(emptyChain(chainId, now, start)));
  return { chainId, number: 0, hash: start };
}

/**
 * Appends a batch to a chain. A batch that was committed although the connection broke can be
 * written again: the same rows are left as they are.
 */
export function* writeEntries(
  { chainId, number, hash }: ChainHead,
  { entries, actors, subjects }: EntryBatch,
  known: SubjectIds,
  engine: Engine,
  now: number,
): Unit<{ readonly head: ChainHead; readonly resolved: SubjectIds }> {
  if (actors.length > 0) yield* run(...actors.map(insertActor));
  const resolved = yield* resolveSubjects(subjects, now);
  const rows: AuditEntry[] = [];
  let previous = hash;
  for (const planned of entries) {
    const subjectId = known.get(planned.subjectKey) ?? resolved.get(planned.subjectKey);
    const entry = { ...planned, chainId, number: number + 1 + rows.length, subjectId };
    previous = hashEntry(previous, entry);
    rows.push({ ...entry, hash: previous });
  }
  const head = { chainId, number: number + rows.length, hash: previous };
  yield* run(
    ...insertEntries(rows, engine),
    sql`update audit_chain set head_number = ${head.number}, head_hash = ${head.hash}
      where chain_id = ${chainId}`,
  );
  return { head, resolved };
}

/** SQLite is faster with one prepared statement for each row, PostgreSQL with one for all. */
const insertEntries = (rows: readonly AuditEntry[], engine: Engine): readonly Statement[] =>
  engine === "sqlite"
    ? rows.map(auditEntryTable.insertNew)
    : [
        sql`insert into audit_entry (${auditEntryTable.columns})
          select cast(value ->> 0 as bigint), cast(value ->> 1 as bigint),
            cast(value ->> 2 as bigint), value ->> 3, value ->> 4, value ->> 5,
            cast(value ->> 6 as bigint), value ->> 7, value ->> 8, value ->> 9, value ->> 10,
            value ->> 11
          from ${jsonRows(rows.map(asList))} where true on conflict do nothing`,
      ];

const asList = (row: AuditEntry): readonly unknown[] => [
  row.chainId,
  row.number,
  row.at,
  row.actorId ?? null,
  row.subjectId ?? null,
  row.operation,
  row.status,
  row.code ?? null,
  row.requestId,
  row.consentId ?? null,
  row.resourceId ?? null,
  row.hash,
];
