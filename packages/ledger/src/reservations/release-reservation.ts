import { type AccountId, one, run, type Storage, sql, type WorldId } from "@varde/storage";

/** Releases a reservation that has no instruction. Returns false if there is none. */
export function releaseReservation(
  storage: Storage,
  worldId: WorldId,
  reservationId: string,
  at: bigint,
): Promise<boolean> {
  return storage.write(function* () {
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
  });
}
