import { type Storage, sql, type WorldId } from "@varde/storage";
import { listRowsMax } from "../constants.ts";
import { outcomeRecords, type StoredOutcome, toOutcome } from "./instruction.ts";

export interface OutcomeFilter {
  /** Defaults to the outcomes of every world. */
  readonly worldId?: WorldId;
  readonly limit: number;
}

/** Lists the outcomes of clearing runs that nobody has acknowledged, oldest first in each world. */
export function listOutcomes(
  storage: Storage,
  { worldId, limit }: OutcomeFilter,
): Promise<readonly StoredOutcome[]> {
  const rowsMax = Math.min(limit, listRowsMax);
  const statement =
    worldId === undefined
      ? sql`select ${outcomeRecords.columns} from ledger_instruction
          where unacknowledged = 1
          order by world_id, settled_at, id limit ${rowsMax}`
      : sql`select ${outcomeRecords.columns} from ledger_instruction
          where world_id = ${worldId} and unacknowledged = 1
          order by settled_at, id limit ${rowsMax}`;
  return storage.read(function* () {
    return (yield* outcomeRecords.all(statement)).map(toOutcome);
  });
}
