import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { listFiles, root } from "../../source/list-files.ts";
import { applyEdits } from "../mutant.ts";
import { readSource } from "./choose-mutations.ts";
import { type Mutation, toEdit } from "./find-mutations.ts";
import { readImports } from "./nearest-tests.ts";

const copy = join(root, "node_modules/.cache/varde/mutated-tree");
const projects = ["tsconfig.json", "packages/console/tsconfig.json"] as const;

/**
 * Returns the mutations that the compiler refuses. It compiles a copy of the sources with all of
 * them at once, takes out those on whose lines it reports an error, and divides the others as long
 * as there are errors elsewhere.
 */
export function findRefused(mutations: readonly Mutation[]): ReadonlySet<Mutation> {
  if (mutations.length === 0) return new Set();
  copySources();
  // Every mutation would be blamed for an error that is there without it.
  const [fault] = compile([]);
  if (fault !== undefined) throw new Error(`${fault.file}:${fault.line} does not compile.`);
  const refused = new Set<Mutation>();
  for (const group of withoutOverlaps(mutations)) divide(group, refused);
  return refused;
}

function divide(group: readonly Mutation[], refused: Set<Mutation>): void {
  if (group.length === 0) return;
  const errors = compile(group);
  if (errors.length === 0) return;
  const [only] = group;
  if (group.length === 1 && only !== undefined) {
    refused.add(only);
    return;
  }
  const blamed = group.filter((one) => errors.some((error) => isAt(error, one)));
  for (const one of blamed) refused.add(one);
  if (blamed.length > 0) {
    divide(
      group.filter((one) => !refused.has(one)),
      refused,
    );
    return;
  }
  const suspects = listSuspects(group, errors);
  const isPart = suspects.length > 0 && suspects.length < group.length;
  const half = Math.ceil(group.length / 2);
  const [first, second] = isPart
    ? [suspects, group.filter((one) => !suspects.includes(one))]
    : [group.slice(0, half), group.slice(half)];
  divide(first, refused);
  divide(second, refused);
}

/** Returns the mutations of files that one with an error imports: most errors come from there. */
const listSuspects = (group: readonly Mutation[], errors: readonly CompileError[]) => {
  const imported = new Set([...new Set(errors.map(({ file }) => file))].flatMap(readImports));
  return group.filter(({ file }) => imported.has(file));
};

interface CompileError {
  readonly file: string;
  readonly line: number;
}

/** Replacements have no more lines than what they replace, so errors may be some lines above. */
const isAt = ({ file, line }: CompileError, one: Mutation) =>
  file === one.file && line >= one.line - 1 && line <= one.line + one.find.split("\n").length;

function compile(group: readonly Mutation[]): readonly CompileError[] {
  const byFile = Map.groupBy(group, ({ file }) => file);
  for (const [file, edits] of byFile) {
    writeFileSync(join(copy, file), applyEdits(readSource(file), edits.map(toEdit)));
  }
  try {
    return projects.flatMap((project) => runCompiler(project));
  } finally {
    for (const file of byFile.keys()) copyFileSync(join(root, file), join(copy, file));
  }
}

function runCompiler(project: string): readonly CompileError[] {
  const info = join(copy, `${project.replaceAll("/", "-")}.tsbuildinfo`);
  const options = ["--pretty", "false", "--incremental", "--tsBuildInfoFile", info];
  const { stdout, status } = spawnSync(
    join(root, "node_modules/.bin/tsc"),
    ["--project", project, "--singleThreaded", ...options],
    { cwd: copy, encoding: "utf8" },
  );
  const errors = [...stdout.matchAll(/^(\S[^(\n]*)\((\d+),\d+\): error /gm)];
  if (status !== 0 && errors.length === 0) throw new Error(`tsc failed:\n${stdout}`);
  return errors.map(([, file = "", line]) => ({
    file: file.replaceAll("\\", "/"),
    line: Number(line),
  }));
}

/** A copy, so that nothing else sees the mutations. Links lead to the packages of the copy. */
function copySources(): void {
  for (const folder of ["packages", "test", "tools", "bench", "examples"]) {
    rmSync(join(copy, folder), { recursive: true, force: true });
  }
  for (const file of listFiles()) {
    if (!/^(?:packages|test|tools|bench|examples|tsconfig|package\.json)/.test(file)) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(root, file), join(copy, file));
  }
  const modules = join(copy, "node_modules");
  if (existsSync(modules)) return;
  mkdirSync(join(modules, "@varde"), { recursive: true });
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (name.startsWith(".") || name === "@varde") continue;
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  for (const name of readdirSync(join(root, "node_modules/@varde"))) {
    symlinkSync(join("../../packages", name), join(modules, "@varde", name));
  }
}

/** Divides mutations into groups in which no two change the same text. */
function withoutOverlaps(mutations: readonly Mutation[]): readonly (readonly Mutation[])[] {
  const groups: Mutation[][] = [];
  for (const one of mutations) {
    const overlaps = (other: Mutation) =>
      other.file === one.file && other.start < one.end && one.start < other.end;
    const group = groups.find((each) => !each.some(overlaps));
    if (group === undefined) groups.push([one]);
    else group.push(one);
  }
  return groups;
}
