import { type Migration, stopCountingChanges } from "@varde/storage";

const tables = ["sandbox_agreement", "sandbox_engagement", "sandbox_world"];

/** Stops counting the changes of these tables; only version 0.1.0 needs them. */
export const stopCountingDirectory: Migration = {
  system: "sandbox",
  name: "007-stop-counting-directory",
  oldestVersion: "0.2.0",
  isContract: true,
  statements: tables.flatMap(stopCountingChanges),
};
