import { addMinor, type Minor } from "@varde/protocol/money";
import {
  type AccountId,
  bigInteger,
  json,
  one,
  type RecordOf,
  run,
  type Storage,
  sql,
  table,
  text,
  type Unit,
  type WorldId,
} from "@varde/storage";
import { minor } from "../money/minor-columns.ts";
import type { TransactionTexts } from "./transaction.ts";

export const reservationTable = table("ledger_reservation", {
  worldId: text<WorldId>(),
  id: text(),
  accountId: text<AccountId>(),
  amountMinor: minor,
  texts: json<TransactionTexts>(),
  createdAt: bigInteger,
});

/**
 * An amount reserved without an instruction, for example for a card purchase that is not booked
 * yet.
 */
export type ReservationToCreate = Omit<
  RecordOf<typeof reservationTable>,
  "createdAt" | "amountMinor"
> & { readonly amountMinor: bigint };

/** Reserves an amount. Returns false if the account lacks the funds. */
export function createReservation(
  storage: Storage,
  reservation: ReservationToCreate,
  at: bigint,
): Promise<boolean> {
  return storage.write(() => reservationCreation(reservation, at));
}

/** Returned as a unit so that callers can compose it. */
export function* reservationCreation(reservation: ReservationToCreate, at: bigint): Unit<boolean> {
  const { worldId, accountId } = reservation;
  const amountMinor = addMinor(reservation.amountMinor);
  // No account has funds for more than 18 digits.
  if (typeof amountMinor === "string") return false;
  const [reserved] = yield* run(reserveFunds(worldId, accountId, amountMinor, at));
  if (reserved !== 1n) return false;
  yield* run(reservationTable.insert({ ...reservation, amountMinor, createdAt: at }));
  return true;
}

/** Reserves funds of an open account. Changes no row if the available balance is too low. */
function reserveFunds(worldId: WorldId, accountId: AccountId, amountMinor: Minor, at: bigint) {
  return sql`update ledger_account
    set reserved_minor = reserved_minor + ${amountMinor}, changed_at = ${at}
    where world_id = ${worldId} and id = ${accountId} and closed_at is null
      and booked_minor - reserved_minor + credit_line_minor >= ${amountMinor}`;
}

/** Releases a reservation that has no instruction. Returns false if there is none. */
export function releaseReservation(
  storage: Storage,
  worldId: WorldId,
  reservationId: string,
  at: bigint,
): Promise<boolean> {
  return storage.write(() => reservationRelease(worldId, reservationId, at));
}

/** Returned as a unit so that callers can compose it. */
export function* reservationRelease(
  worldId: WorldId,
  reservationId: string,
  at: bigint,
): Unit<boolean> {
  const found = yield* one<{ account_id: AccountId; amount_minor: bigint }>(
    sql`select account_id, amount_minor from ledger_reservation
      where world_id = ${worldId} and id = ${reservationId}`,
  );
  if (found === undefined) return false;
  const [deleted] = yield* run(
    sql`delete from ledger_reservation where world_id = ${worldId} and id = ${reservationId}`,
  );
  if (deleted !== 1n) return false;
  yield* run(
    sql`update ledger_account
      set reserved_minor = reserved_minor - ${found.amount_minor}, changed_at = ${at}
      where world_id = ${worldId} and id = ${found.account_id}`,
  );
  return true;
}
