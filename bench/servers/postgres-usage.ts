import { existsSync, readFileSync } from "node:fs";
import { Client } from "pg";

const tickMs = 10;

/**
 * Returns a function that reads the CPU time of all processes of a PostgreSQL on this machine.
 * Returns undefined if it runs elsewhere or the system does not provide the time.
 */
export const openPostgresUsage = async (url: string): Promise<(() => number) | undefined> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const parent = readStat(rows[0].pid)?.parent;
  await client.end();
  if (parent === undefined) return undefined;
  return () => {
    const pids = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").split(" ");
    const running = pids.filter(Boolean).map((pid) => readStat(pid)?.ticks ?? 0);
    const { ticks = 0, endedTicks = 0 } = readStat(parent) ?? {};
    return running.reduce((sum, each) => sum + each, ticks + endedTicks) * tickMs;
  };
};

const readStat = (pid: number | string) => {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const [, command, rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(path, "utf8")) ?? [];
  if (command !== "postgres") return undefined;
  const fields = rest.split(" ").map(Number);
  return {
    parent: fields[1] ?? 0,
    ticks: (fields[11] ?? 0) + (fields[12] ?? 0),
    endedTicks: (fields[13] ?? 0) + (fields[14] ?? 0),
  };
};
