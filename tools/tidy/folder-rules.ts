import { posix } from "node:path";
import type { SourceFile } from "../source/source-file.ts";
import type { Finding } from "./finding.ts";

/** An import that leads from one folder of a package to another. */
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
  const steps = files.flatMap(listSteps);
  const cycles = [...new Set(steps.map(({ from }) => from))].flatMap((folder) => {
    const cycle = findCycle(folder, steps);
    return cycle === undefined ? [] : [cycle];
  });
  const [shortest] = cycles.toSorted((one, other) => one.length - other.length);
  if (shortest === undefined) return [];
  const names = shortest.map(({ from }) => from.replace(/^packages\/([^/]+)\/src\//, "$1/"));
  const rule = `folders import in a cycle: ${[...names, names[0]].join(" → ")}`;
  return shortest.map(({ path, line, specifier }) => ({
    path,
    line,
    rule: `${rule}; this import of ${specifier} is part of it`,
    fix: "Move what both need to the lower folder",
  }));
}

function listSteps({ path, imports }: SourceFile): readonly Step[] {
  const from = folderOf(path);
  if (from === undefined) return [];
  return imports.flatMap(({ specifier, line }) => {
    if (!specifier.startsWith(".")) return [];
    const to = folderOf(posix.join(posix.dirname(path), specifier));
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

/** Returns the steps of a shortest way from a folder back to itself. */
function findCycle(start: string, steps: readonly Step[]): readonly Step[] | undefined {
  const seen = new Set<string>();
  let ways: readonly (readonly Step[])[] = [[]];
  while (ways.length > 0) {
    const longer: (readonly Step[])[] = [];
    for (const way of ways) {
      const at = way.at(-1)?.to ?? start;
      for (const step of steps.filter(({ from }) => from === at)) {
        if (step.to === start) return [...way, step];
        if (seen.has(step.to)) continue;
        seen.add(step.to);
        longer.push([...way, step]);
      }
    }
    ways = longer;
  }
  return undefined;
}
