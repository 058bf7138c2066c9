/** Folders that are not written in plain English yet. The list only shrinks. */
export const notYetPlain: readonly string[] = [
  "packages/bank/src/baskets/",
  "packages/bank/src/batches/",
  "packages/bank/src/payments/",
  "packages/bank/test/payments/",
  "packages/ledger/src/",
  "packages/ledger/test/",
  "packages/storage/src/",
  "packages/storage/test/",
  "test/",
];
