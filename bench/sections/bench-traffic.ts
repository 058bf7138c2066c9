import { measureSides } from "../compare/measure-sides.ts";
import { copyForInstances, startSides, stopSides } from "../compare/sides.ts";
import { atLeast, type FloorGoals, reportComparison } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import { startFloor } from "../servers/start-floor.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import {
  type BenchRun,
  countCalls,
  defineRounds,
  type Engine,
  engineNames,
  type Open,
  onThisProcessor,
} from "./bench-run.ts";

const goals = onThisProcessor<FloorGoals>({
  arm64: { requests: atLeast(0.8), cpu: atLeast(0.75) },
  x64: { requests: atLeast(0.78), cpu: atLeast(0.72) },
});

/**
 * Compares the bank with its floor under the traffic of a real bank. Both have copies of the same
 * data and get the same requests, so that both read and count the same rows.
 */
export const benchTraffic = async (run: BenchRun, open: Open, engine: Engine): Promise<void> => {
  const { bank: place } = await open("traffic");
  const mix = await prepareTraffic(run.load, place, countCalls(run.sizes));
  const copies = await copyForInstances(open, "traffic", place);
  const url = place.databaseUrl;
  const sides = await startSides({
    floor: copies.map(
      ({ floor }) =>
        () =>
          startFloor(floor),
    ),
    bank: copies.map(
      ({ bank }) =>
        () =>
          startSandbox(bank),
    ),
  });
  const { sides: figures, warmUp } = await measureSides(sides, {
    ...defineRounds(run, (count) => mix.next(count)),
    readDatabaseMs: url === undefined ? undefined : await openPostgresUsage(url),
  });
  await stopSides(sides);
  const title = `the traffic of a bank, ${engineNames[engine]}`;
  run.report.section("L10", title, ["floor", "bank", "ratio"], warmUp);
  reportComparison(run.report, figures.floor, figures.bank, goals);
};
