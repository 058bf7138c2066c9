import { one, type Storage, sql, type WorldId } from "@varde/storage";
import { type OutcomeRow, outcomeFromRow, type StoredOutcome } from "./instruction.ts";

/** Reads the outcome of an instruction. Returns undefined if it never moved or reserved money. */
export function readOutcome(
  storage: Storage,
  worldId: WorldId,
  instructionId: string,
): Promise<StoredOutcome | undefined> {
  return storage.read(function* () {
    const row = yield* one<OutcomeRow>(
      sql`select world_id, id, status, clearing, transaction_id, reason, fee_minor, settled_at
        from ledger_instruction where world_id = ${worldId} and id = ${instructionId}`,
    );
    return row && outcomeFromRow(row);
  });
}
