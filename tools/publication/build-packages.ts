import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../source/list-files.ts";
import type { PublishedPackage } from "./list-published-packages.ts";

/**
 * Compiles packages for publication; nothing in this repository runs on the result. The order
 * matters, because each package is compiled against the types of the packages it depends on.
 */
export function buildPackages(packages: readonly PublishedPackage[]): void {
  for (const { folder } of packages) {
    rmSync(join(folder, "dist"), { recursive: true, force: true });
    // Several threads would each check the same types again.
    const words = ["--project", folder, "--singleThreaded"];
    execFileSync("tsc", words, { stdio: "inherit", cwd: root });
    if (existsSync(join(folder, "src", "main.tsx"))) bundleForBrowsers(folder);
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
    if (folder.endsWith("sandbox")) copyDocumentation(folder);
  }
}

/** Parts of the folder docs that the sandbox serves at /docs. */
export const servedDocumentation = ["guides", "concepts", "reference", "operations", "glossary.md"];

/** Copies the pages, without the documents for other programs. */
function copyDocumentation(folder: string): void {
  rmSync(join(folder, "docs"), { recursive: true, force: true });
  for (const part of servedDocumentation) {
    cpSync(join(root, "docs", part), join(folder, "docs", part), {
      recursive: true,
      filter: (path) => !/docs[\\/](?:reference|operations)[\\/].*\.json$/.test(path),
    });
  }
}

/** Bundles browser code with its dependencies, so that an installation needs no compiler. */
function bundleForBrowsers(folder: string): void {
  const entries = ["main.tsx", "style.css"].map((name) => join(folder, "src", name));
  const options = ["--bundle", "--minify", "--format=esm", "--conditions=varde-source"];
  const target = `--outdir=${join(folder, "dist")}`;
  execFileSync("esbuild", [...entries, ...options, target], { stdio: "inherit", cwd: root });
}
