import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
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
    execFileSync("tsc", ["--project", folder], { stdio: "inherit", cwd: root });
    copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  }
}
