import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source/list-files.ts";

/** Each after those it imports, because a package is compiled against the types of the others. */
const packages = ["protocol", "storage", "ledger", "tpp", "bank", "sandbox", "varde"];

/** Compiles every package to JavaScript and types, for publication; nothing here runs on it. */
for (const name of packages) {
  const folder = join(root, "packages", name);
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  const { status } = spawnSync("tsc", ["--project", folder], { stdio: "inherit", cwd: root });
  if (status !== 0) process.exit(1);
}
