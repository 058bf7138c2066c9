import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** Lists the files of the repository: also uncommitted ones, but not those that git ignores. */
export function listFiles(): readonly string[] {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\0");
  return [...new Set(names)].filter((name) => name !== "" && existsSync(join(root, name))).sort();
}
