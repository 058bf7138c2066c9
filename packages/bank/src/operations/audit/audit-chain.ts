import { integer, type RecordOf, table, text } from "@varde/storage";

/** The id of the chain of the seals. The chains of entries start at 1. */
export const sealChainId = 0;

export const auditChainTable = table("audit_chain", {
  chainId: integer,
  startedAt: integer,
  headNumber: integer,
  headHash: text(),
  /** The last entry that a seal covers; in the chain of the seals, the last seal of entries. */
  sealedNumber: integer,
  /**
   * The last entry that was deleted after its retention period; 0 if none was. In the chain of the
   * seals, the last seal whose entries have expired.
   */
  cutNumber: integer,
  /** Its hash, which the first remaining entry continues; at first a random text. */
  cutHash: text(),
  /** The last entry that a seal of retention allows to delete; more than `cutNumber` meanwhile. */
  expiredNumber: integer,
});

/** A hash chain: of the entries of one process, or of the seals of the bank. */
export interface AuditChain extends RecordOf<typeof auditChainTable> {}

/** Returns a chain without entries. */
export const emptyChain = (chainId: number, startedAt: number, start: string): AuditChain => ({
  chainId,
  startedAt,
  headNumber: 0,
  headHash: start,
  sealedNumber: 0,
  cutNumber: 0,
  cutHash: start,
  expiredNumber: 0,
});

/** A place in a chain of entries: its id, the number of an entry and the hash of this entry. */
export type ChainPlace = readonly [chainId: number, number: number, hash: string];
