import { type Storage, sql, type WorldId } from "@varde/storage";
import { outcomeRecords, type StoredOutcome, toOutcome } from "./instruction.ts";

/** Reads the outcome of an instruction. Returns undefined if it never moved or reserved money. */
export function readOutcome(
  storage: Storage,
  worldId: WorldId,
  instructionId: string,
): Promise<StoredOutcome | undefined> {
  return storage.read(function* () {
    const record = yield* outcomeRecords.one(
      sql`select ${outcomeRecords.columns} from ledger_instruction
        where world_id = ${worldId} and id = ${instructionId}`,
    );
    return record && toOutcome(record);
  });
}
