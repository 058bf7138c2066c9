import {
  type AccountId,
  bigInteger,
  json,
  type RecordOf,
  run,
  type Storage,
  sql,
  table,
  text,
  type WorldId,
} from "@varde/storage";
import type { TransactionTexts } from "../transactions/transaction.ts";

export const reservationTable = table("ledger_reservation", {
  worldId: text<WorldId>(),
  id: text(),
  accountId: text<AccountId>(),
  amountMinor: bigInteger,
  texts: json<TransactionTexts>(),
  createdAt: bigInteger,
});

/**
 * An amount reserved without an instruction, for example for a card purchase that is not booked
 * yet.
 */
export type ReservationToCreate = Omit<RecordOf<typeof reservationTable>, "createdAt">;

/** Reserves an amount. Returns false if the account lacks the funds. */
export function createReservation(
  storage: Storage,
  reservation: ReservationToCreate,
  at: bigint,
): Promise<boolean> {
  const { worldId, accountId, amountMinor } = reservation;
  return storage.write(function* () {
    const [reserved] = yield* run(reserveFunds(worldId, accountId, amountMinor, at));
    if (reserved !== 1n) return false;
    yield* run(reservationTable.insert({ ...reservation, createdAt: at }));
    return true;
  });
}

/** Reserves funds of an open account. Changes no row if the available balance is too low. */
function reserveFunds(worldId: WorldId, accountId: AccountId, amountMinor: bigint, at: bigint) {
  return sql`update ledger_account
    set reserved_minor = reserved_minor + ${amountMinor}, changed_at = ${at}
    where world_id = ${worldId} and id = ${accountId} and closed_at is null
      and booked_minor - reserved_minor + credit_line_minor >= ${amountMinor}`;
}
