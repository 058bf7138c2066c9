import assert from "node:assert/strict";
import { run, type Storage, sql } from "@varde/storage";
import {
  type AuditChain,
  auditChainTable,
  sealChainId,
} from "../../../../src/operations/audit/audit-chain.ts";
import {
  type AuditEntry,
  auditEntryTable,
  hashEntry,
} from "../../../../src/operations/audit/audit-entry.ts";
import {
  type AuditSeal,
  auditSealTable,
  hashSeal,
  readSealedPlaces,
} from "../../../../src/operations/audit/audit-seal.ts";
import { firstSealStart } from "../../../../src/operations/audit/write-seal.ts";

/** The rows of the audit, as somebody who can write to the database sees them. */
export interface AuditRows {
  readonly chains: readonly AuditChain[];
  readonly entries: readonly AuditEntry[];
  readonly seals: readonly AuditSeal[];
}

export const readRows = (storage: Storage): Promise<AuditRows> =>
  storage.read(function* () {
    return {
      chains: yield* auditChainTable.all(sql`select * from audit_chain order by chain_id`),
      entries: yield* auditEntryTable.all(sql`select * from audit_entry order by chain_id, number`),
      seals: yield* auditSealTable.all(sql`select * from audit_seal order by number`),
    };
  });

export const replaceRows = (storage: Storage, { chains, entries, seals }: AuditRows) =>
  storage.write(() =>
    run(
      sql`delete from audit_chain`,
      sql`delete from audit_entry`,
      sql`delete from audit_seal`,
      ...chains.map((row) => auditChainTable.insert(row)),
      ...entries.map((row) => auditEntryTable.insert(row)),
      ...seals.map((row) => auditSealTable.insert(row)),
    ),
  );

export const dayMs = 24 * 60 * 60_000;

/**
 * Calculates every hash again, as somebody does who knows the format but not the key: of the
 * entries, of the heads in the seals, and of the seals. The signatures stay as they are.
 */
export const rehash = ({ chains, entries, seals }: AuditRows): AuditRows => {
  const hashes = new Map<string, string>();
  const lasts = new Map<number, AuditEntry>();
  const previous = new Map(chains.map(({ chainId, cutHash }) => [chainId, cutHash]));
  const rehashed = entries.map((entry) => {
    const hash = hashEntry(previous.get(entry.chainId) ?? "", entry);
    const row = { ...entry, hash };
    previous.set(entry.chainId, hash);
    hashes.set(`${entry.chainId} ${entry.number}`, hash);
    lasts.set(entry.chainId, row);
    return row;
  });
  const known = new Set(chains.map(({ chainId }) => chainId));
  let sealHash = firstSealStart;
  const resealed = seals.map((seal, at) => {
    const places = readSealedPlaces(seal)
      .filter(([chainId]) => known.has(chainId))
      .map(([chainId, number, hash, ...mark]) => {
        const end = Math.min(number, lasts.get(chainId)?.number ?? number);
        return [chainId, end, hashes.get(`${chainId} ${end}`) ?? hash, ...mark];
      });
    const content = seal.kind === "entries" ? JSON.stringify(places) : seal.content;
    const fields = { ...seal, number: at + 1, content };
    sealHash = hashSeal(sealHash, fields);
    return { ...fields, hash: sealHash };
  });
  return {
    entries: rehashed,
    seals: resealed,
    chains: chains.map((chain) => {
      if (chain.chainId === sealChainId) {
        return { ...chain, headNumber: resealed.length, headHash: sealHash };
      }
      const { number = chain.cutNumber, hash = chain.cutHash } = lasts.get(chain.chainId) ?? {};
      return { ...chain, headNumber: number, headHash: hash };
    }),
  };
};

const isAt = (chainId: number, number: number) => (row: AuditEntry) =>
  row.chainId === chainId && row.number === number;

/** Numbers the entries of each chain again, after the last one that was cut off. */
const renumber = ({ chains, entries, seals }: AuditRows): AuditRows => {
  const next = new Map(chains.map(({ chainId, cutNumber }) => [chainId, cutNumber]));
  const numbered = entries.map((entry) => {
    const number = (next.get(entry.chainId) ?? 0) + 1;
    next.set(entry.chainId, number);
    return { ...entry, number };
  });
  return { chains, entries: numbered, seals };
};

const changeEntry = (rows: AuditRows): AuditRows => ({
  ...rows,
  entries: rows.entries.map((row) => (isAt(1, 6)(row) ? { ...row, status: 404 } : row)),
});

const deleteEntry = (rows: AuditRows): AuditRows =>
  renumber({ ...rows, entries: rows.entries.filter((row) => !isAt(1, 7)(row)) });

const swapEntries = (rows: AuditRows): AuditRows => {
  const [a, b] = [rows.entries.find(isAt(1, 5)), rows.entries.find(isAt(1, 6))];
  assert(a !== undefined && b !== undefined);
  const swapped = rows.entries.map((row) => (row === a ? b : row === b ? a : row));
  return renumber({ ...rows, entries: swapped });
};

const insertEntry = (rows: AuditRows): AuditRows =>
  renumber({
    ...rows,
    entries: rows.entries.flatMap((row) =>
      isAt(2, 2)(row) ? [row, { ...row, requestId: "forged" }] : [row],
    ),
  });

/** Adds an entry to the chain of a process that has stopped, and hides that it had. */
const appendEntry = (rows: AuditRows): AuditRows => {
  const last = rows.entries.findLast(({ chainId }) => chainId === 3);
  assert(last !== undefined);
  const added = { ...last, number: last.number + 1, requestId: "forged" };
  return {
    chains: rows.chains,
    entries: rows.entries.flatMap((row) => (row === last ? [row, added] : [row])),
    seals: rows.seals.map((seal) => {
      const [place] = readSealedPlaces(seal);
      if (place?.[0] !== added.chainId) return seal;
      return { ...seal, content: JSON.stringify([[added.chainId, added.number, ""]]) };
    }),
  };
};

/** Cuts the last sealed entries of a chain off, and the heads in the seals back. */
const cutTail = (rows: AuditRows): AuditRows => ({
  ...rows,
  entries: rows.entries.filter(({ chainId, number }) => chainId !== 2 || number < 5),
});

const removeChain = (rows: AuditRows): AuditRows => ({
  chains: rows.chains.filter(({ chainId }) => chainId !== 2),
  entries: rows.entries.filter(({ chainId }) => chainId !== 2),
  seals: rows.seals,
});

/** Adds a seal that says that young entries had expired, and makes an earlier seal old enough. */
const forgeRetention = ({ chains, entries, seals }: AuditRows): AuditRows => {
  const place = readSealedPlaces(seals[2] ?? assert.fail()).find(([id]) => id === 2);
  const last = seals.at(-1);
  assert(place !== undefined && last !== undefined);
  const [chainId, number, hash] = place;
  const forged: AuditSeal = {
    number: last.number + 1,
    at: last.at + 60_000,
    kind: "retention",
    content: JSON.stringify([[chainId, number, hash, 3]]),
    hash: "",
    signature: undefined,
    keyHash: undefined,
  };
  return {
    chains: chains.map((chain) =>
      chain.chainId === chainId
        ? { ...chain, cutNumber: number, cutHash: hash, expiredNumber: number }
        : chain,
    ),
    entries: entries.filter((entry) => entry.chainId !== chainId || entry.number > number),
    seals: [
      ...seals.map((seal) => (seal.number <= 3 ? { ...seal, at: seal.at - 36 * dayMs } : seal)),
      forged,
    ],
  };
};

const replaceSeal = (rows: AuditRows): AuditRows => ({
  ...rows,
  seals: rows.seals.map((seal) => (seal.number === 2 ? { ...seal, at: seal.at + 1 } : seal)),
});

/** Removes the signatures with the change, so that the seals look older than signing. */
const removeSignatures = (rows: AuditRows): AuditRows => ({
  ...changeEntry(rows),
  seals: rows.seals.map((seal) => ({ ...seal, signature: undefined, keyHash: undefined })),
});

/** Changes an entry that no seal covers yet. */
export const changeUnsealed = (rows: AuditRows): AuditRows => ({
  ...rows,
  entries: rows.entries.map((row) => (isAt(1, 13)(row) ? { ...row, status: 404 } : row)),
});

/** Changes by somebody who can write to the database, without four kinds that need more. */
export const tamperings = {
  "an entry is changed": changeEntry,
  "an entry is deleted": deleteEntry,
  "two entries are swapped": swapEntries,
  "an entry is inserted between others": insertEntry,
  "an entry is added after the others": appendEntry,
  "the end of a chain is cut off": cutTail,
  "the chain of one process is removed": removeChain,
  "a deletion by retention is forged": forgeRetention,
  "a seal is replaced": replaceSeal,
  "all signatures are removed, and an entry is changed": removeSignatures,
} as const satisfies Readonly<Record<string, (rows: AuditRows) => AuditRows>>;
