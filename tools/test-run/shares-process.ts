/** Folders whose tests need nothing of their own from the process they run in. */
const folders = [
  "test/attacks/",
  "test/browser/",
  "test/conformance/",
  "packages/bank/test/",
  "packages/ledger/test/",
  "packages/protocol/test/",
  "packages/sandbox/test/",
  "packages/storage/test/",
  "packages/tpp/test/",
  "packages/varde/test/",
];

/**
 * Returns whether a file can share its process. Loading the bank or launching a browser again costs
 * more than many tests.
 */
export const sharesProcess = (file: string): boolean =>
  folders.some((folder) => file.startsWith(folder)) && !file.endsWith(".long.test.ts");
