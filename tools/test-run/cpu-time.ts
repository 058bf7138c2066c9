import { existsSync, readdirSync, readFileSync } from "node:fs";

/** How often a second the kernel counts CPU time in /proc. */
const ticksPerSecond = 100;

/** CPU time, in milliseconds. Only Linux publishes that of other processes. */
export interface CpuTime {
  /** The time of this process, its children, and what they have waited for. */
  readonly waitedForMs: number;
  /**
   * The time of descendants further down that still run. A browser ends without waiting for the
   * processes that draw its pages, so nobody learns of their time afterwards.
   */
  readonly furtherMs: number;
}

/** Returns the CPU time so far of this process and all that it started. */
export function readCpuTime(): CpuTime {
  const { user, system } = process.cpuUsage();
  const children = listChildren(process.pid);
  const ended = readTicks("self").slice(2);
  const running = children.flatMap((pid) => readTicks(pid));
  return {
    waitedForMs: (user + system) / 1_000 + toMs([...ended, ...running]),
    furtherMs: toMs(children.flatMap(listChildren).flatMap(readTreeTicks)),
  };
}

const toMs = (ticks: readonly number[]) =>
  (ticks.reduce((sum, one) => sum + one, 0) * 1_000) / ticksPerSecond;

const readTreeTicks = (pid: number): readonly number[] => [
  ...readTicks(pid),
  ...listChildren(pid).flatMap(readTreeTicks),
];

/** User and system time of a process, then both of the children that it has waited for. */
function readTicks(pid: number | "self"): readonly number[] {
  // The name in brackets may contain anything; the twelfth field after it is `utime`.
  const fields = readProc(`${pid}/stat`).split(")").at(-1)?.trim().split(" ") ?? [];
  return fields.slice(11, 15).map(Number);
}

function listChildren(pid: number): readonly number[] {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((thread) => readProc(`${pid}/task/${thread}/children`).split(" "))
    .filter(Boolean)
    .map(Number);
}

/** Returns nothing for a process that has ended, and on systems that lack such files. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
