import { run, type Statement, type Storage } from "@varde/storage";

/** Small enough that no other unit waits long for a deletion. */
export const rowsPerTurn = 500;

/**
 * Deletes in small units until no statement finds a full turn of rows. The next run deletes what
 * remains after the last turn.
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
