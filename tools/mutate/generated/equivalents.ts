/**
 * Generated mutants that no test can notice, by their key, each with a sentence that proves it. A
 * key names the function and the change, not the line.
 */
export const equivalents: ReadonlyMap<string, string> = new Map([
  [
    "packages/storage/src/sqlite/checkpoints.ts#maySplitCheckpoints: 0 → 1",
    "Splitting a text gives at least one part, so the default of the first is never used.",
  ],
]);
