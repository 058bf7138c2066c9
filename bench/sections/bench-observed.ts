import { cpSync } from "node:fs";
import { join } from "node:path";
import { paymentCreations, statusReads } from "../load/caller.ts";
import { measureRounds, type Rounds } from "../load/measure-rounds.ts";
import { atLeast, reportAgainstFloor } from "../report.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import { type BenchRun, defineRounds } from "./bench-run.ts";

/** A bank that neither counts, times nor records. */
const unobserved = { VARDE_METRICS: "false", VARDE_AUDIT: "false" };
const goals = { requests: atLeast(0.95), cpu: atLeast(0.95) };

/**
 * Compares a bank with metrics and audit with one that has neither, in alternating rounds. Both
 * start from copies of the same data and get the same requests.
 */
export const benchObserved = async (run: BenchRun): Promise<void> => {
  const folder = join(run.folder, "observed");
  const places = {
    without: { dataFolder: join(folder, "without"), environment: unobserved },
    with: { dataFolder: join(folder, "with") },
  };
  const { rounds, perRound, warmUp } = run.sizes;
  const mix = await prepareTraffic(run.load, places.with, warmUp + (rounds + 1) * perRound);
  cpSync(places.with.dataFolder, places.without.dataFolder, { recursive: true });
  const servers = {
    without: await startSandbox(places.without),
    with: await startSandbox(places.with),
  };
  const compare = async (title: string, burst: Rounds["burst"]): Promise<void> => {
    const figures = await measureRounds(servers, defineRounds(run, burst));
    run.report.section("OBSERVED", title, ["without", "with", "ratio"]);
    reportAgainstFloor(run.report, figures.without, figures.with, goals);
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
  await Promise.all([servers.without.stop(), servers.with.stop()]);
};
