import { run, type Storage, sql, type WorldId } from "@varde/storage";

/**
 * Sends an instruction that is held. `listOutcomes` then reports it as sent, and the next clearing
 * run settles it. Returns false if there is none.
 */
export function releaseInstruction(
  storage: Storage,
  worldId: WorldId,
  instructionId: string,
  at: bigint,
): Promise<boolean> {
  return storage.write(function* () {
    const [released] = yield* run(
      sql`update ledger_instruction
        set clearing = 'settle', due_at = ${at}, unacknowledged = 1
        where world_id = ${worldId} and id = ${instructionId} and status = 'sent'
          and clearing = 'hold'`,
    );
    return released === 1n;
  });
}
