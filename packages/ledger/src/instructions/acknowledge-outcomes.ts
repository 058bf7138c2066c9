import { run, type Storage, sql } from "@varde/storage";
import type { KeptOutcome } from "./instruction.ts";

/**
 * Lets go of outcomes the caller has kept for itself. One that has changed since it was listed, as
 * a payment that was booked and then returned, stays in the list.
 */
export function acknowledgeOutcomes(
  storage: Storage,
  outcomes: readonly Pick<KeptOutcome, "worldId" | "instructionId" | "status">[],
): Promise<void> {
  return storage.write(function* () {
    if (outcomes.length === 0) return;
    yield* run(
      ...outcomes.map(
        ({ worldId, instructionId, status }) =>
          sql`update ledger_instruction set unacknowledged = 0
            where world_id = ${worldId} and id = ${instructionId} and status = ${status}`,
      ),
    );
  });
}
