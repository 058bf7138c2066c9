import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

export interface ProcessUsage {
  /** User and system time of all threads since the start. */
  readonly cpuMs: number;
  readonly residentMb: number;
}

const tickMs = 10;
const nsPerMs = 1_000_000;

/** Reads the CPU time and memory of another process. */
export const readUsage = (pid: number): ProcessUsage =>
  existsSync(`/proc/${pid}/stat`) ? usageFromProc(pid) : usageFromPs(pid);

const usageFromProc = (pid: number): ProcessUsage => {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const residentKb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return { cpuMs: readThreadsMs(pid) ?? readTicksMs(pid), residentMb: residentKb / 1_024 };
};

/**
 * Adds up the nanoseconds of all threads. A tick of 10 ms is a few per cent of a short round. Node
 * ends none of its threads before the process ends.
 */
const readThreadsMs = (pid: number): number | undefined => {
  if (!existsSync(`/proc/${pid}/schedstat`)) return undefined;
  const threads = readdirSync(`/proc/${pid}/task`);
  const ns = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
  );
  return ns.reduce((sum, each) => sum + each, 0) / nsPerMs;
};

const readTicksMs = (pid: number): number => {
  // The command name is in parentheses and may contain anything; the numbers follow it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
};

/** Reads the usage with ps, for systems without /proc such as macOS. */
const usageFromPs = (pid: number): ProcessUsage => {
  const text = execFileSync("ps", ["-o", "rss=,time=", "-p", String(pid)], { encoding: "utf8" });
  const [residentKb, time = ""] = text.trim().split(/\s+/);
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1_000, residentMb: Number(residentKb) / 1_024 };
};
