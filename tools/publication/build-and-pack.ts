import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { listFiles, root } from "../source/list-files.ts";
import { buildPackages, servedDocumentation } from "./build-packages.ts";
import type { PublishedPackage } from "./list-published-packages.ts";
import { packPackages, type Tarball } from "./pack-packages.ts";

const lock = join(root, "node_modules/.cache/varde/pack.lock");
/** The hash of the sources that were built last. */
const built = join(root, "node_modules/.cache/varde/built-sources");
/** The tarballs of what was built last. */
const packed = join(root, "node_modules/.cache/varde/tarballs");
const retryMs = 200;
/** Older locks belong to a process that was killed. */
const staleMs = 300_000;

/**
 * Builds and packs the packages, unless their sources are those of the last build, and copies the
 * tarballs into the folder. Two processes of one clone take turns, because they compile into the
 * same folders.
 */
export function buildAndPack(
  packages: readonly PublishedPackage[],
  folder: string,
): readonly Tarball[] {
  while (!takeLock()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
  try {
    const sources = hashSources();
    const isBuilt =
      existsSync(built) &&
      readFileSync(built, "utf8") === sources &&
      packages.every(({ folder: place }) => existsSync(join(place, "dist")));
    const list = join(packed, "tarballs.json");
    if (!isBuilt || !existsSync(list)) {
      rmSync(built, { force: true });
      rmSync(packed, { recursive: true, force: true });
      buildPackages(packages);
      writeFileSync(list, JSON.stringify(packPackages(packages, packed)));
      writeFileSync(built, sources);
    }
    return copyTarballs(JSON.parse(readFileSync(list, "utf8")), folder);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function copyTarballs(tarballs: readonly Tarball[], folder: string): readonly Tarball[] {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return tarballs.map((tarball) => {
    const path = join(folder, basename(tarball.path));
    copyFileSync(tarball.path, path);
    return { ...tarball, path };
  });
}

/** Hashes every file that a build may read, the versions of the compilers included. */
function hashSources(): string {
  const hash = createHash("sha256");
  for (const name of listFiles()) {
    const isRead =
      name.startsWith("packages/") ||
      servedDocumentation.some((part) => name.startsWith(`docs/${part}`)) ||
      !name.includes("/");
    if (isRead)
      hash
        .update(`${name}\0`)
        .update(readFileSync(join(root, name)))
        .update("\0");
  }
  return hash.digest("hex");
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
