import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source/list-files.ts";
import type { PublishedPackage } from "./list-published-packages.ts";

export interface Tarball {
  readonly name: string;
  readonly path: string;
  readonly size: number;
  readonly files: readonly string[];
}

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Replaces the content of the folder with one tarball for each built package. */
export function packPackages(
  packages: readonly PublishedPackage[],
  folder: string,
): readonly Tarball[] {
  rmSync(folder, { recursive: true, force: true });
  const workspaces = packages.flatMap(({ name }) => ["--workspace", name]);
  return packFolder(root, folder, workspaces);
}

/** Packs the package in a folder, or those of its workspaces that are named. */
export function packFolder(
  cwd: string,
  folder: string,
  workspaces: readonly string[] = [],
): readonly Tarball[] {
  mkdirSync(folder, { recursive: true });
  const words = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...workspaces];
  const output = execFileSync("npm", words, { cwd, encoding: "utf8", maxBuffer: 2 ** 26 });
  const reports: readonly PackReport[] = JSON.parse(output);
  return reports.map(({ name, filename, size, files }) => ({
    name,
    path: join(folder, filename),
    size,
    files: files.map(({ path }) => path),
  }));
}
