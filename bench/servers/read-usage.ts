import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

export interface ProcessUsage {
  /** User and system time since its start, all threads. */
  readonly cpuMs: number;
  readonly residentMb: number;
}

const tickMs = 10;

/** What a process has used so far, read from outside so that it need not tell. */
export const readUsage = (pid: number): ProcessUsage =>
  existsSync(`/proc/${pid}/stat`) ? usageFromProc(pid) : usageFromPs(pid);

const usageFromProc = (pid: number): ProcessUsage => {
  // The command's name stands in parentheses and may hold anything; the numbers follow it.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const residentKb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs,
    residentMb: residentKb / 1_024,
  };
};

/** Where there is no /proc, as on macOS. */
const usageFromPs = (pid: number): ProcessUsage => {
  const text = execFileSync("ps", ["-o", "rss=,time=", "-p", String(pid)], { encoding: "utf8" });
  const [residentKb, time = ""] = text.trim().split(/\s+/);
  const seconds = time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { cpuMs: seconds * 1_000, residentMb: Number(residentKb) / 1_024 };
};
