import { all, fragment, inList, one, type Storage, sql, type Unit } from "@varde/storage";
import { osloDay } from "../calendar/oslo.ts";
import { unsignedMsMax } from "../payments/payment.ts";
import type { WorldId } from "../ports/ids.ts";
import { consentValidMs } from "../request/consent.ts";
import { scaIdleMsMax, scaLinkMsMax } from "../request/sca.ts";

/** Something that ends by itself at a time of the world's clock. */
export interface Expiring {
  readonly kind: "sca" | "consent" | "payment";
  readonly id: string;
  readonly at: number;
}

/** The tables of what ends a fixed time after `since`, unless it has ended otherwise. */
const sources = [
  {
    kind: "payment",
    lastsMs: unsignedMsMax,
    id: fragment`payment_id`,
    since: fragment`created_at`,
    table: fragment`payment`,
    isOpen: fragment`and status = 'RCVD' and parent_id is null`,
  },
  {
    kind: "sca",
    lastsMs: scaLinkMsMax,
    id: fragment`sca_id`,
    since: fragment`touched_at`,
    table: fragment`sca`,
    isOpen: fragment`and status not in ('finalised', 'failed') and status = 'received'`,
  },
  {
    kind: "sca",
    lastsMs: scaIdleMsMax,
    id: fragment`sca_id`,
    since: fragment`touched_at`,
    table: fragment`sca`,
    isOpen: fragment`and status not in ('finalised', 'failed') and status <> 'received'`,
  },
  {
    kind: "consent",
    lastsMs: consentValidMs,
    id: fragment`consent_id`,
    since: fragment`renewed_at`,
    table: fragment`consent`,
    isOpen: fragment``,
  },
] as const;

interface Period {
  /** Exclusive. */
  readonly from: number;
  /** Inclusive. */
  readonly until: number;
}

/** Lists the SCAs, consents and unsigned payments that end first in a period. */
export const listExpiring = (
  storage: Storage,
  worldId: WorldId,
  { from, until }: Period,
  limit: number,
): Promise<readonly Expiring[]> =>
  storage.read(function* (): Unit<readonly Expiring[]> {
    const found: Expiring[] = [];
    for (const { kind, lastsMs, id, since, table, isOpen } of sources) {
      const ending = yield* all<{ id: string; since: bigint }>(
        sql`select ${id} as id, ${since} as since from ${table} where world_id = ${worldId}
            and ${since} > ${from - lastsMs} and ${since} <= ${until - lastsMs} ${isOpen}
          order by ${since} limit ${limit}`,
      );
      found.push(...ending.map((row) => ({ kind, id: row.id, at: Number(row.since) + lastsMs })));
    }
    return found.toSorted((one, other) => one.at - other.at).slice(0, limit);
  });

/** Counts the SCAs, consents and unsigned payments that end in a period. */
export const countExpiring = (
  storage: Storage,
  worldId: WorldId,
  { from, until }: Period,
): Promise<number> =>
  storage.read(function* (): Unit<number> {
    let total = 0;
    for (const { lastsMs, since, table, isOpen } of sources) {
      const counted = yield* one<{ total: bigint }>(
        sql`select count(*) as total from ${table} where world_id = ${worldId}
          and ${since} > ${from - lastsMs} and ${since} <= ${until - lastsMs} ${isOpen}`,
      );
      total += Number(counted?.total ?? 0n);
    }
    return total;
  });

/** Counts the signed payments that batches of these kinds would take until a time. */
export const countDuePayments = async (
  storage: Storage,
  worldId: WorldId,
  kinds: readonly string[],
  until: number,
): Promise<number> => {
  const row = await storage.read(() =>
    one<{ due: bigint }>(
      sql`select count(*) as due from payment
        where world_id = ${worldId} and status in ('ACTC', 'ACWC', 'ACCP')
          and taken_by ${inList(kinds)} and execution_date <= ${osloDay(until)}`,
    ),
  );
  return Number(row?.due ?? 0n);
};
