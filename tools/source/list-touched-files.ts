import { execFileSync } from "node:child_process";
import { root } from "./list-files.ts";

/** Lists the files that the last commit or an uncommitted change has touched. */
export function listTouchedFiles(): readonly string[] {
  try {
    const list = ["diff", "--name-only", "-z", "HEAD~1"];
    return execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
  } catch {
    // A shallow clone has no earlier commit.
    return [];
  }
}
