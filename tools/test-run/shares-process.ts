/** Folders whose tests need nothing of their own from the process they run in. */
const folders = [
  "test/attacks/",
  "test/conformance/",
  "packages/bank/test/",
  "packages/ledger/test/",
  "packages/protocol/test/",
  "packages/sandbox/test/",
  "packages/storage/test/",
  "packages/tpp/test/",
  "packages/varde/test/",
];

/** Returns whether a file can share its process. Loading the bank again costs more than tests. */
export const sharesProcess = (file: string): boolean =>
  folders.some((folder) => file.startsWith(folder)) && !/\.(?:browser|long)\.test\.ts$/.test(file);
