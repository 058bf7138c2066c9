/**
 * The process a test file runs in: its own, one that it shares, or one that it shares with files
 * that drive a browser.
 */
export type ProcessKind = "own" | "shared" | "browser";

/** Tests of modules that take the page's address and storage from the process when they load. */
const pageTests = /^packages\/console\/test\/(?:live\/|story\/|find-known\.|palette-commands\.)/;

/**
 * Returns the kind of process for a file. Files share one where they can, because loading the bank
 * and warming it up, or launching a browser again, costs more than many tests.
 */
export function processKind(file: string): ProcessKind {
  if (file.endsWith(".long.test.ts") || pageTests.test(file)) return "own";
  return /^test\/browser\/|\.browser\.test\.ts$/.test(file) ? "browser" : "shared";
}
