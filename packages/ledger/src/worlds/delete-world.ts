import { run, type Statement, type Storage, sql, type WorldId } from "@varde/storage";

/** Deletes everything that belongs to a world. */
export function deleteWorld(storage: Storage, worldId: WorldId): Promise<void> {
  return storage.write(function* () {
    yield* run(...deleteStatements(worldId));
  });
}

export function deleteStatements(worldId: WorldId): Statement[] {
  return [
    sql`delete from ledger_reservation where world_id = ${worldId}`,
    sql`delete from ledger_instruction where world_id = ${worldId}`,
    sql`delete from ledger_refusal where world_id = ${worldId}`,
    sql`delete from ledger_counterparty where world_id = ${worldId}`,
    sql`delete from ledger_day where world_id = ${worldId}`,
    sql`delete from ledger_posting where world_id = ${worldId}`,
    sql`delete from ledger_transaction where world_id = ${worldId}`,
    sql`delete from ledger_account where world_id = ${worldId}`,
  ];
}
