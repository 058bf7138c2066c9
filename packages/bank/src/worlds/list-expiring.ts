import { inList, one, type Storage, sql } from "@varde/storage";
import { osloDay } from "../calendar/oslo.ts";
import { paymentTable, unsignedMsMax } from "../payments/payment.ts";
import type { WorldId } from "../ports/ids.ts";
import { consentEndsAt, consentTable, consentValidMs } from "../request/consent.ts";
import { scaEndsAt, scaTable } from "../request/sca.ts";

/** Something that ends by itself at a time of the world's clock. */
export interface Expiring {
  readonly kind: "sca" | "consent" | "payment";
  readonly id: string;
  readonly at: number;
}

const listedMax = 50;

/** Lists SCAs, consents and unsigned payments that end in a period, earliest first. */
export const listExpiring = async (
  storage: Storage,
  worldId: WorldId,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<readonly Expiring[]> => {
  const scas = await storage.read(() =>
    scaTable.all(
      sql`select * from sca where world_id = ${worldId}
          and status not in ('finalised', 'failed') order by sca_id desc limit ${listedMax}`,
    ),
  );
  const consents = await storage.read(() =>
    consentTable.all(
      sql`select * from consent where world_id = ${worldId}
          and renewed_at > ${from - consentValidMs} order by renewed_at limit ${listedMax}`,
    ),
  );
  const unsigned = await storage.read(() =>
    paymentTable.all(
      sql`select * from payment where world_id = ${worldId} and status = 'RCVD'
          and created_at > ${from - unsignedMsMax} and parent_id is null
        order by created_at limit ${listedMax}`,
    ),
  );
  return [
    ...unsigned.map(({ paymentId, createdAt }) => ({
      kind: "payment" as const,
      id: paymentId,
      at: createdAt + unsignedMsMax,
    })),
    ...scas.map((sca) => ({
      kind: "sca" as const,
      id: sca.scaId,
      at: scaEndsAt(sca),
    })),
    ...consents.map((consent) => ({
      kind: "consent" as const,
      id: consent.consentId,
      at: consentEndsAt(consent),
    })),
  ]
    .filter(({ at }) => at > from && at <= until)
    .toSorted((one, other) => one.at - other.at);
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
