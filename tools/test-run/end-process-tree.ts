import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/**
 * Kills a process with all its descendants, those in process groups of their own included. Browsers
 * and database servers are started in such groups.
 */
export function endProcessTree(pid: number): void {
  if (process.platform === "win32") {
    attempt(() => execFileSync("taskkill", ["/pid", String(pid), "/T", "/F"], { stdio: "ignore" }));
    return;
  }
  const parents = process.platform === "linux" ? readParentsFromProc() : readParentsFromPs();
  for (const one of [pid, ...listDescendants(pid, parents)]) {
    attempt(() => process.kill(-one, "SIGKILL"));
    attempt(() => process.kill(one, "SIGKILL"));
  }
}

/** Kills what an ended process left behind in its process group. Returns whether there was any. */
export function endLeftovers(pid: number): boolean {
  if (process.platform === "win32") return false;
  return attempt(() => process.kill(-pid, "SIGKILL"));
}

type Parents = ReadonlyMap<number, number>;

function listDescendants(pid: number, parents: Parents): readonly number[] {
  const children = [...parents].filter(([, parent]) => parent === pid).map(([child]) => child);
  return children.flatMap((child) => [child, ...listDescendants(child, parents)]);
}

/** Linux lists processes without `ps`, which a small installation lacks. */
function readParentsFromProc(): Parents {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return new Map(
    pids.flatMap((pid) => {
      try {
        // The name in brackets may contain anything; state and parent follow it.
        const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(")").at(-1)?.split(" ");
        return [[Number(pid), Number(fields?.[2])] as const];
      } catch {
        // It ended between the listing and the reading.
        return [];
      }
    }),
  );
}

function readParentsFromPs(): Parents {
  const list = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const rows = list.trim().split("\n");
  return new Map(rows.map((row) => row.trim().split(/\s+/).map(Number) as [number, number]));
}

/** Returns whether it succeeded; a process that is already gone is not an error. */
function attempt(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}
