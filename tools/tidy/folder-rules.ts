import { posix } from "node:path";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

/** An import that leads from one part of a package to another: a folder, or a file. */
interface Step {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  readonly line: number;
  readonly specifier: string;
}

/**
 * Finds folders of a package that import each other, imports of types included. Reports the imports
 * of one shortest cycle, so that each run shows one thing to fix.
 */
export function foldersHaveNoCycles(files: readonly SourceFile[]): readonly Finding[] {
  return describeCycle("folders", files, folderOf, "Move what both need to the lower folder");
}

/** Finds files that import each other, imports of types included. */
export function filesHaveNoCycles(files: readonly SourceFile[]): readonly Finding[] {
  const isSource = (path: string) => (/^packages\/[^/]+\/src\//.test(path) ? path : undefined);
  return describeCycle("files", files, isSource, "Move what both need to a third file");
}

type PartOf = (path: string) => string | undefined;

function describeCycle(
  parts: string,
  files: readonly SourceFile[],
  partOf: PartOf,
  fix: string,
): readonly Finding[] {
  const cycle = findShortestCycle(files.flatMap((file) => listSteps(file, partOf)));
  const names = cycle.map(({ from }) => from.replace(/^packages\/([^/]+)\/src\//, "$1/"));
  const rule = `${parts} import in a cycle: ${[...names, names[0]].join(" → ")}`;
  return cycle.map(({ path, line, specifier }) => ({
    path,
    line,
    rule: `${rule}; this import of ${specifier} is part of it`,
    fix,
  }));
}

function listSteps({ path, imports }: SourceFile, partOf: PartOf): readonly Step[] {
  const from = partOf(path);
  if (from === undefined) return [];
  return imports.flatMap(({ specifier, line }) => {
    if (!specifier.startsWith(".")) return [];
    const to = partOf(posix.join(posix.dirname(path), specifier));
    return to === undefined || to === from ? [] : [{ from, to, path, line, specifier }];
  });
}

/**
 * Returns the directory of a source file. A file in the root of `src` is a node of its own, because
 * the root holds both what every folder uses and what puts the folders together; so is an
 * `index.ts`, which only names what its folder offers.
 */
function folderOf(path: string): string | undefined {
  if (!/^packages\/[^/]+\/src\//.test(path)) return undefined;
  const isAlone = /^packages\/[^/]+\/src\/[^/]+$/.test(path) || posix.basename(path) === "index.ts";
  return isAlone ? path : posix.dirname(path);
}

/** Returns the steps of a shortest cycle; none if there is no cycle. */
function findShortestCycle(steps: readonly Step[]): readonly Step[] {
  const byStart = Map.groupBy(steps, ({ from }) => from);
  const cycles = [...byStart.keys()]
    .map((start) => findCycle(start, byStart))
    .filter((cycle) => cycle.length > 0);
  return cycles.toSorted((one, other) => one.length - other.length)[0] ?? [];
}

/** Returns the steps of a shortest way from a part back to itself. */
function findCycle(start: string, byStart: ReadonlyMap<string, readonly Step[]>): readonly Step[] {
  const seen = new Set<string>();
  let ways: readonly (readonly Step[])[] = [[]];
  while (ways.length > 0) {
    const longer: (readonly Step[])[] = [];
    for (const way of ways) {
      for (const step of byStart.get(way.at(-1)?.to ?? start) ?? []) {
        if (step.to === start) return [...way, step];
        if (seen.has(step.to)) continue;
        seen.add(step.to);
        longer.push([...way, step]);
      }
    }
    ways = longer;
  }
  return [];
}
