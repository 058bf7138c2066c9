import { all, inList, type Statement, type Storage, sql } from "@varde/storage";
import type { PaymentId, TppId, WorldId } from "../../ports/ids.ts";
import { type Payment, paymentTable } from "../../records/payment.ts";

/** Sorts after every id, which consists of hexadecimal digits. */
export const afterEveryId = "g";

/** A payment with the name of its TPP. */
export interface WorldPayment extends Payment {
  readonly tppName: string;
}

interface Page {
  readonly limit: number;
  /** Lists only smaller ids, to continue a list. */
  readonly before?: string | undefined;
}

/** Statements that select payments of a world, or of all, newest first. */
export const selectPayments = {
  ofAllWorlds: ({ limit, before = afterEveryId }: Page) =>
    sql`select * from payment where payment_id < ${before}
      order by payment_id desc limit ${limit}`,
  all: (worldId: WorldId, { limit, before = afterEveryId }: Page) =>
    sql`select * from payment where world_id = ${worldId} and payment_id < ${before}
      order by payment_id desc limit ${limit}`,
  withStatus: (worldId: WorldId, status: string, { limit, before = afterEveryId }: Page) =>
    sql`select * from payment where world_id = ${worldId} and payment_id < ${before}
        and status = ${status}
      order by payment_id desc limit ${limit}`,
  withIds: (worldId: WorldId, paymentIds: readonly PaymentId[]) =>
    sql`select * from payment where world_id = ${worldId} and payment_id ${inList(paymentIds)}
      order by payment_id desc`,
  partsOf: (worldId: WorldId, parentId: PaymentId, { limit }: Page) =>
    sql`select * from payment where world_id = ${worldId} and parent_id = ${parentId}
      order by payment_id desc limit ${limit}`,
} as const;

/** Lists payments of a world with the names of their TPPs. */
export const listWorldPayments = async (
  storage: Storage,
  worldId: WorldId,
  selected: Statement,
): Promise<readonly WorldPayment[]> => {
  const payments = await listPayments(storage, selected);
  const names = await readTppNames(storage, worldId);
  return payments.map((payment) => ({
    ...payment,
    tppName: names.get(payment.tppId) ?? payment.tppId,
  }));
};

/** Lists payments without the names of their TPPs. */
export const listPayments = (storage: Storage, selected: Statement): Promise<readonly Payment[]> =>
  storage.read(() => paymentTable.all(selected));

/** Returns the names of the TPPs of a world by their ids. */
export const readTppNames = async (
  storage: Storage,
  worldId: WorldId,
): Promise<ReadonlyMap<string, string>> => {
  const rows = await storage.read(() =>
    all<{ tpp_id: TppId; name: string }>(
      sql`select tpp_id, name from tpp where world_id = ${worldId}`,
    ),
  );
  return new Map(rows.map(({ tpp_id, name }) => [tpp_id, name]));
};
