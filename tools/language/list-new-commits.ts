import { execFileSync } from "node:child_process";

export interface Commit {
  readonly hash: string;
  readonly subject: string;
}

/**
 * Lists the commits after the one that added `path`, without merges. Returns undefined if the
 * history does not reach back that far, as in a shallow clone.
 */
export function listNewCommits(folder: string, path: string): readonly Commit[] | undefined {
  const git = (...words: readonly string[]) =>
    execFileSync("git", words, { cwd: folder, encoding: "utf8" }).trim();
  if (git("rev-parse", "--is-shallow-repository") === "true") return undefined;
  const added = git("log", "--diff-filter=A", "--format=%H", "--", path).split("\n").at(-1);
  if (added === undefined || added === "") return [];
  return git("log", "--no-merges", "--format=%H %s", `${added}..HEAD`)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({ hash: line.slice(0, 40), subject: line.slice(41) }));
}
