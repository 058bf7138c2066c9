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
