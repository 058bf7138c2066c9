import { loopPostgres } from "../floor/loop-postgres.ts";
import { paymentCreations, paymentTemplate } from "../load/caller.ts";
import { sendRound } from "../load/measure-rounds.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { median } from "../median.ts";
import { atLeast } from "../report.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import type { BenchRun, Places } from "./bench-run.ts";

/** Compares the bank's creations on PostgreSQL with a loop of the bare SQL statements. */
export const benchStatements = async (run: BenchRun, places: Places): Promise<void> => {
  const { load, sizes } = run;
  const bank = await startSandbox(places.bank);
  const caller = await prepareCaller(bank.port);
  const body = paymentTemplate.replace("AMOUNT", "100.00");
  const loops: number[] = [];
  const creations: number[] = [];
  const warmUpRounds = Math.ceil(sizes.warmUp / sizes.perRound);
  for (let round = 0; round < warmUpRounds + sizes.rounds; round += 1) {
    const isWarm = round >= warmUpRounds;
    const loop = isWarm ? await loopPostgres(urlOf(places), sizes.perRound, body) : 0;
    await load.sign(paymentCreations(caller, sizes.perRound));
    const { requestsPerSecond } = await sendRound(load, bank, sizes.perRound);
    if (!isWarm) continue;
    loops.push(loop);
    creations.push(requestsPerSecond);
  }
  await bank.stop();
  const heads = ["floor", "bank", "ratio"];
  run.report.section("L09", "payment creation compared with the bare SQL statements", heads);
  const ratio = median(creations.map((each, round) => each / (loops[round] ?? Number.NaN)));
  run.report.line("transactions/s", [median(loops), median(creations), ratio], atLeast(0.5));
};

const urlOf = ({ floor }: Places): string => {
  if (floor.engine !== "postgres") throw new Error("The loop needs PostgreSQL.");
  return floor.url;
};
