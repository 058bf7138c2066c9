import { measureRounds } from "../load/measure-rounds.ts";
import { atLeast, reportAgainstFloor } from "../report.ts";
import { openPostgresUsage } from "../servers/postgres-usage.ts";
import { startFloor } from "../servers/start-floor.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { copyDatabase } from "../setup/copy-database.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import { type BenchRun, defineRounds, engineNames, type Places } from "./bench-run.ts";

/**
 * Compares the bank with its floor under the traffic of a real bank. Both have a copy of the same
 * data and get the same requests, so that both read and count the same rows.
 */
export const benchTraffic = async (run: BenchRun, { bank, floor }: Places): Promise<void> => {
  const { rounds, perRound, warmUp } = run.sizes;
  const mix = await prepareTraffic(run.load, bank, warmUp + (rounds + 1) * perRound);
  await copyDatabase(bank, floor);
  const readDatabaseMs =
    floor.engine === "postgres" ? await openPostgresUsage(floor.url) : undefined;
  const servers = { floor: await startFloor(floor), bank: await startSandbox(bank) };
  const figures = await measureRounds(servers, {
    ...defineRounds(run, (count) => mix.next(count)),
    readDatabaseMs,
  });
  await Promise.all([servers.floor.stop(), servers.bank.stop()]);
  const heads = ["floor", "bank", "ratio"];
  run.report.section("L10", `the traffic of a bank, ${engineNames[floor.engine]}`, heads);
  const goals = { requests: atLeast(0.6), cpu: atLeast(0.6) };
  reportAgainstFloor(run.report, figures.floor, figures.bank, goals);
};
