import { inList, run, type Statement, type Storage, sql, type WorldId } from "@varde/storage";
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

/**
 * Marks outcomes as received by the caller. An outcome that has changed since it was listed, for
 * example a booked payment that was then returned, stays in the list.
 */
export function acknowledgeOutcomes(
  storage: Storage,
  outcomes: readonly Pick<StoredOutcome, "worldId" | "instructionId" | "status">[],
): Promise<void> {
  const groups = Map.groupBy(outcomes, ({ worldId, status }) => `${status} ${worldId}`);
  return storage.write(function* () {
    if (groups.size === 0) return;
    yield* run(...[...groups.values()].flatMap(acknowledgeAll));
  });
}

/** Acknowledges outcomes of one world and one status. */
function acknowledgeAll(
  outcomes: readonly Pick<StoredOutcome, "worldId" | "instructionId" | "status">[],
): Statement[] {
  const [first] = outcomes;
  if (first === undefined) return [];
  const { worldId, status } = first;
  const ids = outcomes.map(({ instructionId }) => instructionId);
  return [
    sql`update ledger_instruction set unacknowledged = 0
      where world_id = ${worldId}
        and id ${inList(ids)}
        and status = ${status}`,
  ];
}
