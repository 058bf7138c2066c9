import assert from "node:assert";
import { type AccountId, one, run, type Storage, sql, type WorldId } from "@varde/storage";

/** Cancels an instruction that is sent but not settled. Returns false if there is none. */
export function cancelInstruction(
  storage: Storage,
  worldId: WorldId,
  instructionId: string,
  at: bigint,
): Promise<boolean> {
  return storage.write(function* () {
    const [cancelled] = yield* run(
      sql`update ledger_instruction set status = 'cancelled', settled_at = ${at}
        where world_id = ${worldId} and id = ${instructionId} and status = 'sent'`,
    );
    if (cancelled !== 1n) return false;
    const held = yield* one<{ account_id: AccountId; amount_minor: bigint }>(
      sql`select debit_account_id as account_id, debited_minor + fee_minor as amount_minor
        from ledger_instruction where world_id = ${worldId} and id = ${instructionId}`,
    );
    assert.ok(held !== undefined, "The cancelled instruction was not found.");
    yield* run(
      sql`update ledger_account
        set reserved_minor = reserved_minor - ${held.amount_minor}, changed_at = ${at}
        where world_id = ${worldId} and id = ${held.account_id}`,
    );
    return true;
  });
}
