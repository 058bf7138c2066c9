import { measureSides, type Rounds } from "../compare/measure-sides.ts";
import { copyForInstances, startSides, stopSides } from "../compare/sides.ts";
import { paymentCreations, statusReads } from "../load/caller.ts";
import { atLeast, reportComparison } from "../report.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import { type BenchRun, countCalls, defineRounds, type Open } from "./bench-run.ts";

/** A bank that neither counts, times nor records. */
const unobserved = { VARDE_METRICS: "false", VARDE_AUDIT: "false" };
const goals = { requests: atLeast(0.95), cpu: atLeast(0.95) };

/**
 * Compares a bank with metrics and audit with one that has neither, in alternating rounds. All
 * instances start from copies of the same data and get the same requests.
 */
export const benchObserved = async (run: BenchRun, open: Open): Promise<void> => {
  const { bank: place } = await open("observed");
  const mix = await prepareTraffic(run.load, place, countCalls(run.sizes));
  const without = await copyForInstances(open, "observed-without", place);
  const observed = await copyForInstances(open, "observed-with", place);
  const sides = await startSides({
    without: without.map(
      ({ bank }) =>
        () =>
          startSandbox({ ...bank, environment: unobserved }),
    ),
    with: observed.map(
      ({ bank }) =>
        () =>
          startSandbox(bank),
    ),
  });
  const compare = async (title: string, burst: Rounds["burst"]): Promise<void> => {
    const { sides: figures, warmUp } = await measureSides(sides, defineRounds(run, burst));
    run.report.section("OBSERVED", title, ["without", "with", "ratio"], warmUp);
    reportComparison(run.report, figures.without, figures.with, goals);
  };
  await compare("metrics and audit on L01, payment creation, SQLite", (count) =>
    paymentCreations(mix.caller, count),
  );
  await compare("metrics and audit on L02, status read, SQLite", (count) =>
    statusReads(mix.caller, [mix.paymentId], count),
  );
  await compare("metrics and audit on L10, the traffic of a bank, SQLite", (count) =>
    mix.next(count),
  );
  await stopSides(sides);
};
