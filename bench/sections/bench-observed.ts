import { cpSync } from "node:fs";
import { join } from "node:path";
import {
  type Caller,
  paymentCreations,
  readPaymentId,
  resourceReads,
  statusReads,
} from "../load/caller.ts";
import { measureRounds, type Rounds, sendRound } from "../load/measure-rounds.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import type { Burst } from "../load/sign-burst.ts";
import { atLeast, reportAgainstFloor } from "../report.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { grantAccounts, listAccountIds } from "./account-client.ts";
import { type BenchRun, defineRounds } from "./bench-run.ts";

/** A bank that neither counts, times nor records. */
const unobserved = { VARDE_METRICS: "false", VARDE_AUDIT: "false" };
const goals = { share: atLeast(0.95) };

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
  const first = await startSandbox(places.with);
  const caller = await prepareCaller(first.port);
  await grantAccounts(first, caller);
  const accountIds = await listAccountIds(first, caller);
  await run.load.sign(paymentCreations(caller, 64));
  const paymentId = readPaymentId((await sendRound(run.load, first, 64)).lastBody);
  await first.stop();
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
    paymentCreations(caller, count),
  );
  await compare("metrics and audit on L02, status read, SQLite", (count) =>
    statusReads(caller, [paymentId], count),
  );
  await compare("metrics and audit on L10, the traffic of a bank, SQLite", (count) =>
    trafficMix(caller, accountIds, paymentId, count),
  );
  await Promise.all([servers.without.stop(), servers.with.stop()]);
};

/**
 * Builds the traffic of a real bank: nine in ten calls read balances or transactions, 8 % a status,
 * and 2 % create a payment. The PSU is present in all of them, because calls without the PSU are
 * limited to a few per day and account.
 */
const trafficMix = (
  caller: Caller,
  accountIds: readonly string[],
  paymentId: string,
  count: number,
): readonly Burst[] => {
  const creations = Math.round(count * 0.02);
  const statuses = Math.round(count * 0.08);
  const targets = accountIds.flatMap((id) => [
    `/v1/accounts/${id}/balances`,
    `/v1/accounts/${id}/transactions?bookingStatus=booked`,
  ]);
  return [
    resourceReads(caller, targets, count - creations - statuses),
    statusReads(caller, [paymentId], statuses),
    paymentCreations(caller, creations),
  ];
};
