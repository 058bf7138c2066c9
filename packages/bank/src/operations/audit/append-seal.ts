import assert from "node:assert/strict";
import { forUpdate, run, sql, type Unit } from "@varde/storage";
import { type AuditChain, auditChainTable, emptyChain, sealChainId } from "./audit-chain.ts";
import {
  type AuditSeal,
  auditSealTable,
  hashSeal,
  type SealContents,
  type SealKind,
} from "./audit-seal.ts";

/** The text that the first seal continues. */
export const firstSealStart = "varde audit";

/** Locks the chain of the seals until the unit ends. */
export function* lockSeals(now: number): Unit<AuditChain> {
  yield* run(
    sql`${auditChainTable.insert(emptyChain(sealChainId, now, firstSealStart))}
      on conflict do nothing`,
  );
  const chain = yield* auditChainTable.one(
    sql`select * from audit_chain where chain_id = ${sealChainId} ${forUpdate}`,
  );
  assert(chain !== undefined, "the chain of the seals was just inserted");
  return chain;
}

/** Appends a seal to the chain of the seals, which the unit has locked. */
export function* appendSeal<Kind extends SealKind>(
  { headNumber, headHash }: AuditChain,
  kind: Kind,
  content: SealContents[Kind],
  at: number,
): Unit<AuditSeal> {
  const fields = { number: headNumber + 1, at, kind, content: JSON.stringify(content) };
  const seal = { ...fields, hash: hashSeal(headHash, fields) };
  yield* run(
    auditSealTable.insert(seal),
    sql`update audit_chain set head_number = ${seal.number}, head_hash = ${seal.hash}
      where chain_id = ${sealChainId}`,
  );
  return seal;
}
