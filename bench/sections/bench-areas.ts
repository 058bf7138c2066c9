import { join } from "node:path";
import { type Caller, paymentCreations, readPaymentId, statusReads } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { sendRound } from "../load/send-round.ts";
import type { Burst } from "../load/sign-burst.ts";
import { median } from "../median.ts";
import { profileAreas, profiled, readProfiles } from "../servers/read-profiles.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { type Place, startFloor } from "../servers/start-floor.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { copyDatabase } from "../setup/copy-database.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import type { BenchRun, Engine, Open, Places } from "./bench-run.ts";

type NextBurst = (count: number) => Burst | readonly Burst[];

/**
 * Shows where the time of a request goes, by area, in the bank and in its floor. The profiler sees
 * time, not CPU: a thread that waits for the disk counts, and so does one that another program
 * interrupts. On a quiet machine the sum is close to the CPU.
 */
export const benchAreas = async (run: BenchRun, open: Open, engine: Engine): Promise<void> => {
  const { caller, paymentId, places } = await prepare(run, open);
  const creations: NextBurst = (count) => paymentCreations(caller, count);
  const statuses: NextBurst = (count) => statusReads(caller, [paymentId], count);
  if (engine === "sqlite") {
    await compareAreas(run, "L01, payment creation, SQLite", places, places.floor, creations);
    await compareAreas(run, "L02, status read, SQLite", places, { engine: "verify" }, statuses);
  } else {
    await compareAreas(run, "L09, payment creation, PostgreSQL", places, places.floor, creations);
  }
  const { rounds, perRound, warmUp } = run.sizes;
  const traffic = await open("areas-traffic");
  const mix = await prepareTraffic(run.load, traffic.bank, warmUp + (rounds + 1) * perRound);
  await copyDatabase(traffic.bank, traffic.floor);
  const title = `L10, the traffic of a bank, ${engine === "sqlite" ? "SQLite" : "PostgreSQL"}`;
  await compareAreas(run, title, traffic, traffic.floor, (count) => mix.next(count));
};

interface Prepared {
  readonly caller: Caller;
  readonly paymentId: string;
  readonly places: Places;
}

const prepare = async (run: BenchRun, open: Open): Promise<Prepared> => {
  const places = await open("areas");
  const bank = await startSandbox(places.bank);
  const caller = await prepareCaller(bank.port);
  await run.load.sign(paymentCreations(caller, 64));
  const paymentId = readPaymentId((await sendRound(run.load, bank, 64)).lastBody);
  await bank.stop();
  return { caller, paymentId, places };
};

const compareAreas = async (
  run: BenchRun,
  title: string,
  { bank }: Places,
  floor: Place | { readonly engine: "verify" },
  burst: NextBurst,
): Promise<void> => {
  const folder = join(run.folder, title.replaceAll(/\W+/g, "-"));
  const folders = { floor: join(folder, "floor"), bank: join(folder, "bank") };
  const servers = {
    floor: await startFloor(floor, profiled(folders.floor)),
    bank: await startSandbox({ ...bank, environment: profiled(folders.bank) }),
  };
  const { cpuUs, sinceUs } = await sendRounds(run, servers, burst);
  await Promise.all([servers.floor.stop(), servers.bank.stop()]);
  const areas = {
    floor: readProfiles(folders.floor, sinceUs),
    bank: readProfiles(folders.bank, sinceUs),
  };
  run.report.section("AREAS", `${title}, µs per request`, ["floor", "bank", "above"]);
  const requests = run.sizes.rounds * run.sizes.perRound;
  const line = (label: string, of: (side: Side) => number) => {
    const [ofFloor, ofBank] = [of("floor"), of("bank")];
    run.report.line(label, [ofFloor, ofBank, ofBank - ofFloor]);
  };
  for (const area of profileAreas) line(area, (side) => (areas[side].get(area) ?? 0) / requests);
  line("all areas, with waits for the disk", (side) => sum(areas[side].values()) / requests);
  line("CPU", (side) => cpuUs[side]);
};

const sum = (values: Iterable<number>): number =>
  [...values].reduce((total, each) => total + each, 0);

type Side = "floor" | "bank";

/** Sends warm-up and rounds to both. Returns the CPU per request, and when the rounds began. */
const sendRounds = async (
  run: BenchRun,
  servers: Readonly<Record<Side, ServerProcess>>,
  burst: NextBurst,
) => {
  const { rounds, perRound, warmUp } = run.sizes;
  const costs: Record<Side, number[]> = { floor: [], bank: [] };
  const warmUpRounds = Math.ceil(warmUp / perRound);
  let sinceUs = 0;
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    // The profiles have times of the same clock.
    if (round === warmUpRounds) sinceUs = Number(process.hrtime.bigint() / 1_000n);
    await run.load.sign(burst(perRound));
    for (const side of ["floor", "bank"] as const) {
      const { cpuUs } = await sendRound(run.load, servers[side], perRound);
      if (round >= warmUpRounds) costs[side].push(cpuUs);
    }
  }
  return { cpuUs: { floor: median(costs.floor), bank: median(costs.bank) }, sinceUs };
};
