import { inList, run, type Statement, type Storage, sql } from "@varde/storage";
import type { StoredOutcome } from "./instruction.ts";

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
