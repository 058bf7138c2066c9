import { mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source/list-files.ts";
import { buildPackages } from "./build-packages.ts";
import type { PublishedPackage } from "./list-published-packages.ts";
import { packPackages, type Tarball } from "./pack-packages.ts";

const lock = join(root, "node_modules/.cache/varde/pack.lock");
const retryMs = 200;
/** Older locks belong to a process that was killed. */
const staleMs = 300_000;

/**
 * Builds the packages and packs them into the folder. Two processes of one clone take turns,
 * because they compile into the same folders.
 */
export function buildAndPack(
  packages: readonly PublishedPackage[],
  folder: string,
): readonly Tarball[] {
  while (!takeLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
  try {
    buildPackages(packages);
    return packPackages(packages, folder);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function takeLock(): boolean {
  mkdirSync(join(lock, ".."), { recursive: true });
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > staleMs) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
