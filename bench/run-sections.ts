import { findObstacle, installRelease } from "../tools/releases/install-release.ts";
import { readReleases } from "../tools/releases/read-releases.ts";
import { OpenPlaces } from "./open-places.ts";
import { benchAreas } from "./sections/bench-areas.ts";
import { benchBasket } from "./sections/bench-basket.ts";
import { benchClearing } from "./sections/bench-clearing.ts";
import { benchConsole } from "./sections/bench-console.ts";
import { benchCustomers } from "./sections/bench-customers.ts";
import { benchEngine } from "./sections/bench-engine.ts";
import { benchFootprint } from "./sections/bench-footprint.ts";
import { benchGrowth } from "./sections/bench-growth.ts";
import { benchMemory } from "./sections/bench-memory.ts";
import { benchNeighbours } from "./sections/bench-neighbours.ts";
import { benchObserved } from "./sections/bench-observed.ts";
import { benchOtherScas } from "./sections/bench-other-scas.ts";
import { benchOverload } from "./sections/bench-overload.ts";
import { benchPeers } from "./sections/bench-peers.ts";
import { benchProcesses } from "./sections/bench-processes.ts";
import { benchRelease } from "./sections/bench-release.ts";
import { benchRows } from "./sections/bench-rows.ts";
import type { BenchRun, Engine, Open } from "./sections/bench-run.ts";
import { benchSdk } from "./sections/bench-sdk.ts";
import { benchSoak } from "./sections/bench-soak.ts";
import { benchBanks, benchStartBank } from "./sections/bench-test-banks.ts";
import { benchTraffic } from "./sections/bench-traffic.ts";
import { benchTransactions } from "./sections/bench-transactions.ts";

interface Section {
  readonly ids: readonly string[];
  /** The section runs once on each of these. */
  readonly engines: readonly Engine[];
  readonly measure: (run: BenchRun, open: Open, engine: Engine) => Promise<void> | void;
}

const sqlite = ["sqlite"] as const;
const postgres = ["postgres"] as const;
const both = [...sqlite, ...postgres] as const;

const sections: readonly Section[] = [
  { ids: ["SDK"], engines: sqlite, measure: benchSdk },
  { ids: ["FOOTPRINT"], engines: sqlite, measure: benchFootprint },
  { ids: ["L01", "L02", "L08"], engines: sqlite, measure: benchEngine },
  { ids: ["L08", "L09"], engines: postgres, measure: benchEngine },
  {
    ids: ["L03"],
    engines: both,
    measure: async (run, open) => benchTransactions(run, (await open("transactions")).bank),
  },
  {
    ids: ["L04"],
    engines: both,
    measure: async (run, open) => {
      const [few, many] = [await open("few"), await open("many")];
      await benchGrowth(run, { few: few.bank, many: many.bank });
    },
  },
  { ids: ["L05"], engines: sqlite, measure: benchClearing },
  { ids: ["L06"], engines: sqlite, measure: benchBasket },
  { ids: ["L07"], engines: sqlite, measure: benchOverload },
  { ids: ["L10"], engines: both, measure: benchTraffic },
  {
    ids: ["L11"],
    engines: postgres,
    measure: async (run, open) => benchOtherScas(run, (await open("scas")).bank),
  },
  {
    ids: ["L12"],
    engines: postgres,
    measure: async (run, open) => benchProcesses(run, await open("processes")),
  },
  {
    ids: ["L14"],
    engines: both,
    measure: async (run, open) => benchSoak(run, (await open("soak")).bank),
  },
  { ids: ["GROWTH"], engines: sqlite, measure: benchRows },
  { ids: ["AREAS"], engines: both, measure: benchAreas },
  { ids: ["MEMORY"], engines: sqlite, measure: benchMemory },
  { ids: ["STARTBANK"], engines: sqlite, measure: benchStartBank },
  { ids: ["BANKS"], engines: sqlite, measure: benchBanks },
  { ids: ["CUSTOMERS"], engines: sqlite, measure: benchCustomers },
  { ids: ["CONSOLE"], engines: sqlite, measure: benchConsole },
  { ids: ["NEIGHBOURS"], engines: postgres, measure: benchNeighbours },
  { ids: ["OBSERVED"], engines: sqlite, measure: benchObserved },
  {
    ids: ["PEERS"],
    engines: sqlite,
    measure: async (run, open) => benchPeers(run, (await open("peers")).bank),
  },
  {
    ids: ["RELEASE"],
    engines: sqlite,
    measure: async (run, open) => {
      const folder = run.releaseFolder ?? (await installLastRelease());
      const isFast = await benchRelease(run, open, folder);
      if (!isFast) process.exitCode = 1;
    },
  },
];

/** The names that select a section. */
export const sectionIds = [...new Set(sections.flatMap(({ ids }) => ids))];

/** Runs the selected sections, those of SQLite first. */
export const runSections = async (run: BenchRun, engines: readonly Engine[]): Promise<void> => {
  await using places = new OpenPlaces(run.folder);
  for (const engine of engines) {
    for (const { ids, measure, ...section } of sections) {
      if (!section.engines.includes(engine) || !ids.some(run.wants)) continue;
      await measure(run, (name) => places.open(engine, name), engine);
    }
  }
};

const installLastRelease = async (): Promise<string> => {
  const release = readReleases().at(-1);
  if (release === undefined) throw new Error("There is no release to compare with.");
  const obstacle = findObstacle(release);
  if (obstacle !== undefined) throw new Error(obstacle);
  return installRelease(release);
};
