import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file that `node --cpu-prof` writes for each thread when its process ends. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** The start in microseconds of the machine's monotonic clock. */
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

/** Areas of the work on a request, by the file that the code is in. The first match counts. */
const areas = [
  ["signature", /internal\/crypto|verify-by-hand|protocol\/src\/(signing|certificate)\//],
  ["signature", /check-(signature|digest|certificate|key-id)/],
  ["database", /node:sqlite|packages\/storage\/|\/pg[\w-]*\/|(sqlite|postgres)-rows|floor-rows/],
  ["HTTP and sockets", /node:_?http|node:net|node:internal\/(stream|http)|node:(buffer|events)/],
  ["HTTP and sockets", /bank\/src\/http\/|bench\/floor\/main/],
  ["checks and schemas", /bank\/src\/(pipeline|request)\/|protocol\/src\//],
  ["audit, metrics and log", /bank\/src\/operations\/|\/pino|sonic-boom|sandbox\/src\/requests\//],
  ["core bank and directory", /packages\/ledger\/|sandbox\/src\/(core-bank|directory)\//],
  ["use case", /packages\/(bank|sandbox)\/src\/|creation-rows|format-account/],
  ["event loop and timers", /^node:/],
] as const;

const collector = "garbage collector";
/** Time that V8 attributes to no function: system calls, the compiler, threads of libuv. */
const outside = "outside of JavaScript";

export const profileAreas: readonly string[] = [
  ...new Set(areas.map(([area]) => area)),
  collector,
  outside,
];

/** Makes a server write profiles to a folder. */
export const profiled = (folder: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
});

/** Returns the time of all threads since an instant of the monotonic clock by area, in µs. */
export const readProfiles = (folder: string, sinceUs: number): ReadonlyMap<string, number> => {
  const total = new Map<string, number>();
  for (const file of readdirSync(folder)) {
    const profile: CpuProfile = JSON.parse(readFileSync(join(folder, file), "utf8"));
    addProfile(total, profile, sinceUs);
  }
  return total;
};

const addProfile = (total: Map<string, number>, profile: CpuProfile, sinceUs: number): void => {
  const areaOf = assignAreas(profile.nodes);
  let at = profile.startTime;
  for (const [index, id] of profile.samples.entries()) {
    const deltaUs = profile.timeDeltas[index] ?? 0;
    at += deltaUs;
    const area = areaOf.get(id);
    if (at < sinceUs || area === undefined) continue;
    total.set(area, (total.get(area) ?? 0) + deltaUs);
  }
};

/** The thread of SQLite's checkpoints, whose waiting the profiler takes for work. */
const checkpointThread = "[worker eval]";

/** Assigns an area to each node. Native functions belong to the area of their caller. */
const assignAreas = (nodes: readonly ProfileNode[]): ReadonlyMap<number, string> => {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, string>();
  const visit = (node: ProfileNode, ofCaller: string): void => {
    const { functionName, url } = node.callFrame;
    if (functionName === "(idle)" || url === checkpointThread) return;
    const area =
      functionName === "(garbage collector)"
        ? collector
        : (areas.find(([, files]) => files.test(url))?.[0] ?? ofCaller);
    found.set(node.id, area);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) visit(child, area);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, outside);
  return found;
};
