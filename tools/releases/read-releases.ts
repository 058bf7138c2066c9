import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source/list-files.ts";

export interface Release {
  readonly version: string;
  readonly date: string;
  /** The full hash of the commit that was released. */
  readonly commit: string;
}

/** Returns every release in docs/releases.json, the oldest first. */
export const readReleases = (): readonly Release[] =>
  JSON.parse(readFileSync(join(root, "docs/releases.json"), "utf8"));

/** The last commit that did not sign the seals of the audit. Its data must upgrade too. */
const withoutSignedSeals: Release = {
  version: "0.2.0-unsigned-seals",
  date: "2026-11-17",
  commit: "37a11f0da77503d7a2b00596f0e4578f958d73ed",
};

/** Returns the versions whose data the present one opens, and which can be returned to. */
export const readUpgradeOrigins = (): readonly Release[] => [...readReleases(), withoutSignedSeals];
