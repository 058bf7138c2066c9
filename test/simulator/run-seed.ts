import type { Engine } from "@varde/storage";
import { acceptCheapSignatures } from "@varde/testkit/signers";
import { type PreparedBank, prepareBank } from "./machine/prepared-bank.ts";
import { SimulatedTime } from "./machine/simulated-time.ts";
import { Trace } from "./machine/trace.ts";
import { Simulation } from "./simulation.ts";

/** A Monday morning in Oslo. */
const startAt = Date.parse("2026-11-16T07:00:00+01:00");

export interface SeedResult {
  readonly seed: number;
  readonly steps: number;
  /** Equal for every run of the seed. */
  readonly digest: string;
  /** The invariant that was broken, if one was. */
  readonly failure: Error | undefined;
}

const preparedBanks: Partial<Record<Engine, PreparedBank>> = {};

/** Runs one seed. Nothing else may run in this process meanwhile, because time is simulated. */
export const runSeed = async (
  seed: number,
  engine: Engine,
  print?: (line: string) => void,
): Promise<SeedResult> => {
  const time = new SimulatedTime(startAt, seed);
  const prepared = preparedBanks[engine] ?? (await prepare(engine));
  preparedBanks[engine] = prepared;
  const restore = [time.install(), acceptCheapSignatures()];
  const trace = new Trace(print);
  const simulation = new Simulation(seed, prepared, time, trace);
  let failure: Error | undefined;
  try {
    await simulation.run();
  } catch (error) {
    failure = error as Error;
  } finally {
    for (const each of restore) each();
  }
  return { seed, steps: simulation.steps, digest: trace.digest(), failure };
};

/** Prepares the bank at the simulated time, so that its certificates are valid then. */
const prepare = async (engine: Engine): Promise<PreparedBank> => {
  const { now } = Date;
  Date.now = () => startAt;
  try {
    return await prepareBank(engine);
  } finally {
    Date.now = now;
  }
};
