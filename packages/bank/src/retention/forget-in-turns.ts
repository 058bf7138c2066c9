import { run, type Statement, type Storage } from "@varde/storage";

/** So few that nobody waits long behind a unit that deletes. */
export const rowsPerTurn = 500;

/**
 * Deletes a little at a time, until none of the statements finds a whole turn's rows any more. What
 * is left after the last turn is for the next time.
 */
export const forgetInTurns = async (
  storage: Storage,
  turnsMax: number,
  deletions: readonly Statement[],
): Promise<void> => {
  for (let turn = 0; turn < turnsMax; turn += 1) {
    const counts = await storage.write(() => run(...deletions));
    if (counts.every((count) => count < rowsPerTurn)) return;
  }
};
