import { cpSync } from "node:fs";
import type { Open, Places } from "../sections/bench-run.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import type { SandboxPlace } from "../servers/start-sandbox.ts";
import { copyDatabase } from "../setup/copy-database.ts";

/**
 * Processes of the same code differ by several per cent: V8 optimises each of them differently. So
 * each side of a comparison has three.
 */
const instancesPerSide = 3;

/**
 * Three processes are sometimes equal by chance, and then any difference would count as one. A
 * verdict on a version needs more of them.
 */
export const instancesForVerdict = 5;

/** The running instances of each side. */
export type Sides<Name extends string> = Readonly<Record<Name, readonly ServerProcess[]>>;

/** Copies the data of a bank that is not running, once for each instance of bank and floor. */
export const copyForInstances = async (
  open: Open,
  name: string,
  from: SandboxPlace,
  instances = instancesPerSide,
): Promise<readonly Places[]> => {
  const copies: Places[] = [];
  for (let number = 1; number <= instances; number += 1) {
    const { bank, floor } = await open(`${name}-${number}`);
    cpSync(from.dataFolder, bank.dataFolder, { recursive: true });
    const { databaseUrl } = bank;
    if (databaseUrl !== undefined)
      await copyDatabase(from, { engine: "postgres", url: databaseUrl });
    await copyDatabase(from, floor);
    copies.push({ bank, floor });
  }
  return copies;
};

/** Starts the instances of all sides alternately, so that no side has only early or late ones. */
export const startSides = async <Name extends string>(
  starts: Readonly<Record<Name, readonly (() => Promise<ServerProcess>)[]>>,
): Promise<Sides<Name>> => {
  const names = Object.keys(starts) as Name[];
  const started = mapNames(names, () => [] as ServerProcess[]);
  const most = Math.max(...names.map((name) => starts[name].length));
  for (let at = 0; at < most; at += 1) {
    for (const name of at % 2 === 0 ? names : names.toReversed()) {
      const server = await starts[name][at]?.();
      if (server !== undefined) started[name].push(server);
    }
  }
  return started;
};

/** Returns an object with a value for each side. */
export const mapNames = <Name extends string, Value>(
  names: readonly Name[],
  create: (name: Name) => Value,
): Record<Name, Value> =>
  Object.fromEntries(names.map((name) => [name, create(name)])) as Record<Name, Value>;

export const stopSides = async (sides: Sides<string>): Promise<void> => {
  await Promise.all(
    Object.values(sides)
      .flat()
      .map((server) => server.stop()),
  );
};
