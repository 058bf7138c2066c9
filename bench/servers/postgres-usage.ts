import { existsSync, readFileSync } from "node:fs";
import { Client } from "pg";

const tickMs = 10;

/**
 * A way to read the processor time that a PostgreSQL on this machine has used so far, with all its
 * processes; none if it is elsewhere, or if the system does not tell.
 */
export const openPostgresUsage = async (url: string): Promise<(() => number) | undefined> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query("select pg_backend_pid() as pid");
  const parent = statOf(rows[0].pid)?.parent;
  await client.end();
  if (parent === undefined) return undefined;
  return () => {
    const pids = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").split(" ");
    const running = pids.filter(Boolean).map((pid) => statOf(pid)?.ticks ?? 0);
    const { ticks = 0, ticksOfEnded = 0 } = statOf(parent) ?? {};
    return running.reduce((sum, each) => sum + each, ticks + ticksOfEnded) * tickMs;
  };
};

const statOf = (pid: number | string) => {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const [, command, rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(path, "utf8")) ?? [];
  if (command !== "postgres") return undefined;
  const fields = rest.split(" ").map(Number);
  return {
    parent: fields[1] ?? 0,
    ticks: (fields[11] ?? 0) + (fields[12] ?? 0),
    ticksOfEnded: (fields[13] ?? 0) + (fields[14] ?? 0),
  };
};
