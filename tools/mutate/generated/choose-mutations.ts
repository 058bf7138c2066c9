import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, root } from "../../source/list-files.ts";
import { findMutations, type Mutation } from "./find-mutations.ts";
import type { Family } from "./operators.ts";

/** How often a family is chosen within a file that has it. */
const weights: Readonly<Record<Family, number>> = {
  condition: 4,
  boundary: 2,
  equality: 2,
  logic: 4,
  arithmetic: 2,
  number: 2,
  string: 1,
  boolean: 1,
  statement: 4,
  wait: 2,
  return: 2,
  element: 2,
  chain: 1,
  pattern: 2,
  call: 2,
  sql: 6,
};

/** Data decides less than logic, and there is more of it. */
const dataFamilies: ReadonlySet<Family> = new Set(["string", "element", "number"]);

const isMutated = (file: string) =>
  /^packages\/(?!testkit\/)[^/]+\/src\/.*\.tsx?$/.test(file) && !file.endsWith(".d.ts");

export const readSource = (file: string) => readFileSync(join(root, file), "utf8");

interface Candidate {
  readonly mutation: Mutation;
  readonly weight: number;
}

let candidates: readonly Candidate[] | undefined;

/**
 * Chooses mutations of all packages. A file is chosen by how much it decides, then a family of
 * changes, then one of them. Each mutation has a lot of its own, so that a change of one file
 * leaves the choice in others as it was, and a run goes on after it.
 */
export function chooseMutations(count: number, seed: number): readonly Mutation[] {
  candidates ??= listFiles().filter(isMutated).flatMap(listCandidates);
  return candidates
    .map(({ mutation, weight }) => ({ mutation, lot: drawLot(seed, mutation.key) / weight }))
    .toSorted((a, b) => a.lot - b.lot)
    .slice(0, count)
    .map(({ mutation }) => mutation);
}

function listCandidates(file: string): readonly Candidate[] {
  const mutations = findMutations(file, readSource(file));
  const decisions = mutations.filter(({ family }) => !dataFamilies.has(family)).length;
  const families = Map.groupBy(mutations, ({ family }) => family);
  const sum = [...families.keys()].reduce((total, family) => total + weights[family], 0);
  return [...families].flatMap(([family, alike]) => {
    const weight = ((1 + decisions) * weights[family]) / sum / alike.length;
    return alike.map((mutation) => ({ mutation, weight }));
  });
}

/** Returns an exponentially distributed number: divided by a greater weight, it is smaller. */
const drawLot = (seed: number, key: string): number =>
  -Math.log((hash("sha256", `${seed} ${key}`, "buffer").readUIntBE(0, 6) + 1) / 2 ** 48);
