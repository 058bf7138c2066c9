import { all, inList, one, type Storage, sql } from "@varde/storage";
import { osloDay } from "../../calendar/oslo.ts";
import type { WorldId } from "../../ports/ids.ts";
import { consentValidMs } from "../../records/consent.ts";
import { unsignedMsMax } from "../../records/payment.ts";
import { scaIdleMsMax, scaLinkMsMax } from "../../records/sca.ts";

/** Something that ends by itself at a time of the world's clock. */
export interface Expiring {
  readonly kind: "sca" | "consent" | "payment";
  readonly id: string;
  readonly at: number;
}

interface Period {
  /** Exclusive. */
  readonly from: number;
  /** Inclusive. */
  readonly until: number;
}

/** Lists the SCAs, consents and unsigned payments that end first in a period. */
export const listExpiring = async (
  storage: Storage,
  worldId: WorldId,
  { from, until }: Period,
  limit: number,
): Promise<readonly Expiring[]> => {
  const rows = await storage.read(() =>
    all<{ kind: Expiring["kind"]; id: string; ends_at: bigint }>(
      // Each part has its own limit, so that it reads no more rows of its index than it returns.
      sql`select kind, id, ends_at from (
          select * from (select 'payment' as kind, payment_id as id,
              created_at + ${unsignedMsMax} as ends_at
            from payment
            where world_id = ${worldId} and status = 'RCVD' and parent_id is null
              and created_at > ${from - unsignedMsMax} and created_at <= ${until - unsignedMsMax}
            order by created_at limit ${limit}) as payments
          union all
          select * from (select 'sca' as kind, sca_id as id, touched_at + ${scaLinkMsMax} as ends_at
            from sca
            where world_id = ${worldId} and status not in ('finalised', 'failed')
              and status = 'received'
              and touched_at > ${from - scaLinkMsMax} and touched_at <= ${until - scaLinkMsMax}
            order by touched_at limit ${limit}) as unopened
          union all
          select * from (select 'sca' as kind, sca_id as id, touched_at + ${scaIdleMsMax} as ends_at
            from sca
            where world_id = ${worldId} and status not in ('finalised', 'failed')
              and status <> 'received'
              and touched_at > ${from - scaIdleMsMax} and touched_at <= ${until - scaIdleMsMax}
            order by touched_at limit ${limit}) as opened
          union all
          select * from (select 'consent' as kind, consent_id as id,
              renewed_at + ${consentValidMs} as ends_at
            from consent
            where world_id = ${worldId}
              and renewed_at > ${from - consentValidMs} and renewed_at <= ${until - consentValidMs}
            order by renewed_at limit ${limit}) as consents
        ) as expiring
        order by ends_at limit ${limit}`,
    ),
  );
  return rows.map(({ kind, id, ends_at }) => ({ kind, id, at: Number(ends_at) }));
};

/** Counts the SCAs, consents and unsigned payments that end in a period. */
export const countExpiring = async (
  storage: Storage,
  worldId: WorldId,
  { from, until }: Period,
): Promise<number> => {
  const row = await storage.read(() =>
    one<{ total: bigint }>(
      sql`select
          (select count(*) from payment
            where world_id = ${worldId} and status = 'RCVD' and parent_id is null
              and created_at > ${from - unsignedMsMax} and created_at <= ${until - unsignedMsMax})
        + (select count(*) from sca
            where world_id = ${worldId} and status not in ('finalised', 'failed')
              and status = 'received'
              and touched_at > ${from - scaLinkMsMax} and touched_at <= ${until - scaLinkMsMax})
        + (select count(*) from sca
            where world_id = ${worldId} and status not in ('finalised', 'failed')
              and status <> 'received'
              and touched_at > ${from - scaIdleMsMax} and touched_at <= ${until - scaIdleMsMax})
        + (select count(*) from consent
            where world_id = ${worldId}
              and renewed_at > ${from - consentValidMs} and renewed_at <= ${until - consentValidMs})
        as total`,
    ),
  );
  return Number(row?.total ?? 0n);
};

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
