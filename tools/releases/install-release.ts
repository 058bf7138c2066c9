import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../source/list-files.ts";
import type { Release } from "./read-releases.ts";

const run = promisify(execFile);

/** Not in node_modules, where Node runs no TypeScript and which `npm ci` deletes. */
const cacheFolder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "varde/releases");

/** Returns why a release cannot be installed here, in one line; nothing if it can. */
export const findObstacle = ({ version, commit }: Release): string | undefined => {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root, stdio: "ignore" });
    return undefined;
  } catch {
    const missing = `commit ${commit.slice(0, 7)} of version ${version}`;
    return `${missing} is not in this clone; run git fetch --unshallow`;
  }
};

/**
 * Checks a release out into a git worktree in the cache folder, installs its dependencies, and
 * returns the folder. Later calls return the same folder at once. Run its programs with the Node in
 * its own node_modules/.bin.
 */
export const installRelease = async ({ version, commit }: Release): Promise<string> => {
  const folder = join(cacheFolder, `${version}-${commit.slice(0, 7)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const draft = `${folder}.${process.pid}`;
  await run("git", ["worktree", "prune"], { cwd: root });
  await run("git", ["worktree", "add", "--detach", draft, commit], { cwd: root });
  try {
    await run("npm", ["ci", "--prefer-offline"], { cwd: draft });
    // Renamed when it is complete, so that another process never finds half of it.
    renameSync(draft, folder);
    await run("git", ["worktree", "repair", folder], { cwd: root });
  } catch (error) {
    const isInstalledByAnother = existsSync(folder);
    await run("git", ["worktree", "remove", "--force", draft], { cwd: root });
    if (!isInstalledByAnother) throw error;
  }
  return folder;
};
