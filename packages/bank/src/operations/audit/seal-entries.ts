import { one, run, sql, type Unit } from "@varde/storage";
import { appendSeal, lockSeals } from "./append-seal.ts";
import { auditChainTable, type ChainPlace, sealChainId } from "./audit-chain.ts";
import type { AuditSeal } from "./audit-seal.ts";

/** Seals the heads of all chains that grew. Returns undefined if none did. */
export function* sealEntries(now: number): Unit<AuditSeal | undefined> {
  const seals = yield* lockSeals(now);
  const grown = yield* auditChainTable.all(
    sql`select * from audit_chain
      where chain_id <> ${sealChainId} and head_number > sealed_number order by chain_id`,
  );
  if (grown.length === 0) return undefined;
  const heads = grown.map(
    ({ chainId, headNumber, headHash }): ChainPlace => [chainId, headNumber, headHash],
  );
  const seal = yield* appendSeal(seals, "entries", heads, now);
  yield* run(
    ...[...heads, [sealChainId, seal.number] as const].map(
      ([chainId, number]) =>
        sql`update audit_chain set sealed_number = ${number} where chain_id = ${chainId}`,
    ),
  );
  return seal;
}

/** Returns whether there are entries without a seal and the last seal of entries is older. */
export function* isSealDue(sealedBefore: number): Unit<boolean> {
  const row = yield* one<{ due: bigint }>(
    sql`select count(*) as due from audit_chain
      where chain_id <> ${sealChainId} and head_number > sealed_number
        and not exists (select 1 from audit_chain seals
          join audit_seal last on last.number = seals.sealed_number
          where seals.chain_id = ${sealChainId} and last.at > ${sealedBefore})`,
  );
  return (row?.due ?? 0n) > 0n;
}
