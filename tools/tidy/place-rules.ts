import { posix } from "node:path";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

const smallFileLinesMax = 40;
const folderFilesMin = 3;

/** The kinds of files that stay alone however short they are: a list of them is documentation. */
const kindsAlone: readonly RegExp[] = [
  /\/pipeline\/checks\/check-/,
  /\/protocol\/src\/rules\//,
  /\/protocol\/src\/data\//,
  /\/(ports|records|migrations|commands)\//,
  /-(page|operations|transitions|routes|handlers)\.tsx?$/,
];

/**
 * Finds short files that only their neighbour uses. A file earns its place as an operation, check,
 * rule, record, table, port or page, or by having tests or several users of its own. What an
 * `index.ts` exports has users elsewhere.
 */
export function filesEarnTheirPlace(files: readonly SourceFile[]): readonly Finding[] {
  const importers = listImporters(files);
  return files
    .filter(({ path }) => isSource(path) && !kindsAlone.some((kind) => kind.test(path)))
    .filter(({ text }) => text.trimEnd().split("\n").length <= smallFileLinesMax)
    .flatMap(({ path }) => {
      const [only, another] = importers.get(path) ?? [];
      if (only === undefined || another !== undefined || !isSource(only)) return [];
      if (posix.dirname(only) !== posix.dirname(path) || only.endsWith("/index.ts")) return [];
      const user = posix.basename(only);
      const rule = `only ${user} uses this file of at most ${smallFileLinesMax} lines`;
      return [{ path, line: 1, rule, fix: "Move its content there" }];
    });
}

/** Finds folders with too few files to be worth a name. */
export function foldersHaveSeveralFiles(paths: readonly string[]): readonly Finding[] {
  const sources = paths.filter(isSource);
  const byFolder = Map.groupBy(sources, (path) => posix.dirname(path));
  return [...byFolder].flatMap(([folder, { length }]) => {
    const isRoot = /^packages\/[^/]+\/src$/.test(folder);
    const hasFolders = sources.some((path) => posix.dirname(posix.dirname(path)) === folder);
    if (isRoot || hasFolders || length >= folderFilesMin) return [];
    const rule = `the folder has ${length} files, ${folderFilesMin} at least`;
    return [{ path: folder, line: 1, rule, fix: "Move them to the folder that uses them" }];
  });
}

const isSource = (path: string) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path);

/** Lists the files that import each file, by its path. */
function listImporters(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of files) {
    const targets = imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
    for (const target of new Set(targets)) {
      importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}
