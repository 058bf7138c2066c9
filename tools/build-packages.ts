import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./source/list-files.ts";

/** Packages in import order, because each is compiled against the types of those it imports. */
const packages = ["protocol", "storage", "ledger", "tpp", "bank", "sandbox", "varde"];
const wanted = process.argv.slice(2);

/** Compiles the named packages, or all of them, for publication. */
for (const name of packages.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const folder = join(root, "packages", name);
  rmSync(join(folder, "dist"), { recursive: true, force: true });
  const { status } = spawnSync("tsc", ["--project", folder], { stdio: "inherit", cwd: root });
  if (status !== 0) process.exit(1);
}
