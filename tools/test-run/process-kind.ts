/**
 * The process a test file runs in: its own, one that it shares, or one that it shares with files
 * that drive a browser.
 */
export type ProcessKind = "own" | "shared" | "browser";

/** Folders whose tests need nothing of their own from the process they run in. */
const sharingFolders = [
  "test/attacks/",
  "test/browser/",
  "test/conformance/",
  "test/journeys/",
  "test/monitoring/",
  "test/packaging/",
  "test/reference/",
  "packages/bank/test/",
  "packages/conformance/test/",
  "packages/eidas/test/",
  "packages/ledger/test/",
  "packages/protocol/test/",
  "packages/sandbox/test/",
  "packages/console/test/payments/",
  "packages/console/test/requests/",
  "packages/console/test/shown/",
  "packages/core-bank-http/test/",
  "packages/sca-oidc/test/",
  "packages/server/test/",
  "packages/storage/test/",
  "packages/tpp/test/",
  "packages/varde/test/",
  "tools/",
];

/**
 * Returns the kind of process for a file. Files share one where they can, because loading the bank
 * or launching a browser again costs more than many tests.
 */
export function processKind(file: string): ProcessKind {
  const isSharing = sharingFolders.some((folder) => file.startsWith(folder));
  if (!isSharing || file.endsWith(".long.test.ts")) return "own";
  return /^test\/browser\/|\.browser\.test\.ts$/.test(file) ? "browser" : "shared";
}
