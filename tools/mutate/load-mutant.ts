import fs from "node:fs";
import { createRequire, registerHooks, syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { root } from "../source/list-files.ts";
import { applyEdits, type Edit } from "./mutant.ts";

// Preloaded into test processes: replaces the sources of modules in memory.
const edits = JSON.parse(process.env.VARDE_MUTANT ?? "[]") as readonly Edit[];
const byPath = Map.groupBy(edits, ({ file }) => join(root, "packages", file));
const readEdited = (path: string) =>
  applyEdits(fs.readFileSync(path, "utf8"), byPath.get(path) ?? []);

if (edits.length > 0) {
  const urls = new Set([...byPath.keys()].map((path) => pathToFileURL(path).href));
  registerHooks({
    load: (url, context, nextLoad) => {
      if (!urls.has(url)) return nextLoad(url, context);
      return {
        format: "module-typescript",
        source: readEdited(fileURLToPath(url)),
        shortCircuit: true,
      };
    },
  });
}
if (edits.some(({ file }) => /^(?:console|protocol)\//.test(file))) editBundles();

/** The sandbox bundles its console from files, under a hash of what they contain. */
function editBundles(): void {
  const { readFile } = fs.promises;
  const read = (path: unknown, ...rest: readonly never[]) =>
    typeof path === "string" && byPath.has(path)
      ? Promise.resolve(readEdited(path))
      : readFile(path as string, ...rest);
  fs.promises.readFile = read as typeof readFile;
  syncBuiltinESMExports();
  const plugin: Plugin = {
    name: "mutant",
    setup: ({ onLoad }) =>
      onLoad({ filter: /\/packages\/.*\.tsx?$/ }, ({ path }) =>
        byPath.has(path)
          ? { contents: readEdited(path), loader: path.endsWith("x") ? "tsx" : "ts" }
          : undefined,
      ),
  };
  const require = createRequire(import.meta.url);
  const esbuild = require("esbuild") as typeof import("esbuild");
  const module = require.cache[require.resolve("esbuild")];
  if (module === undefined) throw new Error("esbuild is not in the cache of modules.");
  const build = (options: object) => esbuild.build({ ...options, plugins: [plugin] });
  module.exports = { ...esbuild, build };
}
