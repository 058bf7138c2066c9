/** Folders that are not written in plain English yet. The list only shrinks. */
export const notYetPlain: readonly string[] = ["packages/storage/test/"];
