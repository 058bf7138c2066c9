import { globSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import { root } from "../source/list-files.ts";

/** `normal` leaves long tests out; `slice` and `long` run only those, in part or whole. */
export type Scale = "normal" | "slice" | "long";

const everyTest = ["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts"];
const isLong = (file: string) => file.endsWith(".long.test.ts");

/**
 * Lists test files by their path from the root, with `/` on every platform. A place is a folder, a
 * file or a pattern; a long test runs at the normal scale only if its file is named.
 */
export function selectFiles(places: readonly string[], scale: Scale): readonly string[] {
  const found = places.map((place) => ({ place, files: listFiles(place) }));
  const empty = found.find(({ files }) => files.length === 0);
  if (empty !== undefined) throw new Error(`No test file matches ${empty.place}.`);
  const files = places.length === 0 ? glob(everyTest) : found.flatMap(({ files }) => files);
  const named = new Set(places.map(withSlashes));
  const isWanted = (file: string) => named.has(file) || isLong(file) === (scale !== "normal");
  return [...new Set(files)].filter(isWanted).sort();
}

function listFiles(place: string): readonly string[] {
  const isFolder = statSync(join(root, place), { throwIfNoEntry: false })?.isDirectory() ?? false;
  const path = withSlashes(place).replace(/\/$/, "");
  return glob([isFolder ? `${path}/**/*.test.ts` : path]);
}

const glob = (patterns: readonly string[]) =>
  globSync([...patterns], { cwd: root, exclude: ["**/node_modules/**"] }).map(withSlashes);

const withSlashes = (path: string) => path.split(sep).join("/").replace(/^\.\//, "");
