import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export interface ProcessUsage {
  /** User and system time of all threads since the start. */
  readonly cpuMs: number;
  readonly residentMb: number;
}

const tickMs = 10;

/** Reads the CPU time and memory of another process. */
export const readUsage = (pid: number): ProcessUsage =>
  existsSync(`/proc/${pid}/stat`) ? usageFromProc(pid) : usageFromPs(pid);

const usageFromProc = (pid: number): ProcessUsage => {
  // The command name is in parentheses and may contain anything; the numbers follow it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const residentKb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    residentMb: residentKb / 1_024,
  };
};

/** Reads the usage with ps, for systems without /proc such as macOS. */
const usageFromPs = (pid: number): ProcessUsage => {
  const text = execFileSync("ps", ["-o", "rss=,time=", "-p", String(pid)], { encoding: "utf8" });
  const [residentKb, time = ""] = text.trim().split(/\s+/);
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1_000, residentMb: Number(residentKb) / 1_024 };
};
