import { once } from "node:events";
import { cpSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { verifyAudit } from "@varde/bank";
import { parseQuarter, readKpiReport } from "@varde/bank/kpi";
import { openControl } from "@varde/protocol/control-client";
import { everyMigration, readStoredResponseIdentity } from "@varde/sandbox";
import { openStorage, type Storage } from "@varde/storage";
import { type Caller, paymentCreations, resourceReads, statusReads } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { fitExponent } from "../publish/growth-plot.ts";
import { atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { accountClient, grantAccounts, listAccountIds } from "../setup/account-client.ts";
import { agePayments, fillAudit, fillKpi } from "../setup/fill-audit.ts";
import { fillDuePayments } from "../setup/fill-due-payments.ts";
import { filledId, fillPayments } from "../setup/fill-payments.ts";
import { fillTransactions } from "../setup/fill-transactions.ts";
import type { BenchRun } from "./bench-run.ts";

const quarterName = "2026-Q3";
const repetitions = 3;
const pagesPerRound = 100;
const readPayments = 1_000;
/** Creations add rows, so there are few of them, and the reads before them warm the bank up. */
const creationsPerRound = 250;
const creationsWarmUp = 2_500;
const nightsMax = 10;
const exponentOfCallMax = 0.1;
const exponentOfWorkMax = 1.1;

/** CPU by name: of one call in µs, or of work on all rows in ms. */
interface Costs {
  readonly calls: Readonly<Record<string, number>>;
  readonly work: Readonly<Record<string, number>>;
}

/** A bank without rows, and what a TPP needs to call it. */
interface Origin {
  readonly dataFolder: string;
  readonly caller: Caller;
  readonly accountId: string;
  readonly worldId: string;
}

/**
 * Measures CPU time at growing numbers of rows: of calls, which should not depend on the number,
 * and of work on all rows, which should grow in proportion.
 */
export const benchRows = async (run: BenchRun): Promise<void> => {
  const origin = await prepareOrigin(run);
  const measured: Costs[] = [];
  for (const rows of run.sizes.rowCounts) {
    process.stderr.write(`${rows} rows\n`);
    const { calls, work } = await measureFilled(run, origin, rows);
    const clearing = await measureClearing(origin, rows);
    const retention = await measureRetention(origin, rows);
    const snapshots = await measureSnapshots(origin, rows);
    measured.push({ calls, work: { ...work, ...clearing, ...retention, ...snapshots } });
  }
  const heads = [...run.sizes.rowCounts.map(String), "exponent"];
  const report = (kind: keyof Costs, exponentMax: number) => {
    for (const name of Object.keys(measured[0]?.[kind] ?? {})) {
      const costs = measured.map((each) => each[kind][name] ?? Number.NaN);
      const exponent = fitExponent(run.sizes.rowCounts, costs);
      run.report.line(name, [...costs, exponent], atMost(exponentMax));
    }
  };
  run.report.section("GROWTH", "CPU of one call in µs, by stored rows, SQLite", heads);
  report("calls", exponentOfCallMax);
  run.report.section("GROWTH", "CPU of work on all rows in ms, by stored rows, SQLite", heads);
  report("work", exponentOfWorkMax);
};

const prepareOrigin = async (run: BenchRun): Promise<Origin> => {
  const dataFolder = join(run.folder, "rows");
  const bank = await startSandbox({ dataFolder });
  const caller = await prepareCaller(bank.port);
  await grantAccounts(bank, caller);
  await run.load.sign(paymentCreations(caller, 64));
  await sendRound(run.load, bank, 64);
  const [accountId = ""] = await listAccountIds(bank, caller);
  const { worlds } = await openControl(`http://127.0.0.1:${bank.port}`, undefined).get("/worlds");
  await bank.stop();
  return { dataFolder, caller, accountId, worldId: worlds[0]?.worldId ?? "" };
};

/** Copies the origin for another measurement. */
const copyOrigin = (origin: Origin, name: string): string => {
  const dataFolder = `${origin.dataFolder}-${name}`;
  cpSync(origin.dataFolder, dataFolder, { recursive: true });
  return dataFolder;
};

const measureFilled = async (run: BenchRun, origin: Origin, rows: number): Promise<Costs> => {
  const dataFolder = copyOrigin(origin, `filled-${rows}`);
  const quiet = () => undefined;
  await fillPayments({ dataFolder }, rows, quiet);
  const { worldId, accountId } = origin;
  const location = { engine: "sqlite", folder: dataFolder } as const;
  const account = { worldId, accountId, count: rows };
  const dateFrom = await fillTransactions(location, [account], quiet);
  fillAudit(dataFolder, rows);
  const quarter = parseQuarter(quarterName);
  if (quarter === undefined) throw new Error(`${quarterName} is not a quarter.`);
  fillKpi(dataFolder, rows, quarter.from);
  const storage = await openStorage({ location, migrations: everyMigration });
  const work = {
    "audit verify": await spend(() => verifyIntact(storage, dataFolder)),
    "KPI report": await spend(() => readKpiReport(quarter, Date.now(), storage)),
  };
  await storage.close();
  const bank = await startSandbox({ dataFolder });
  const calls = await measureCalls(run, bank, origin, rows, dateFrom);
  const search = await measureSearch(bank);
  await bank.stop();
  return { calls, work: { ...work, ...search } };
};

const verifyIntact = async (storage: Storage, dataFolder: string): Promise<void> => {
  const identity = readStoredResponseIdentity(dataFolder);
  const keys = identity === undefined ? [] : [identity.certificate.publicKey];
  const { faults } = await verifyAudit(storage, { keys });
  if (faults.length > 0) throw new Error(`The filled audit is not intact: ${faults[0]?.text}`);
};

/** Returns the CPU that this process spends, in ms: the median of a few repetitions. */
const spend = async (work: () => Promise<unknown>): Promise<number> => {
  const spentMs: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    spentMs.push((user + system) / 1_000);
  }
  return median(spentMs);
};

const measureCalls = async (
  run: BenchRun,
  bank: ServerProcess,
  { caller, accountId }: Origin,
  rows: number,
  dateFrom: string,
): Promise<Costs["calls"]> => {
  const { perRound, warmUp, rounds } = run.sizes;
  const measure = async (
    count: number,
    warmUpRounds: number,
    burst: (count: number) => Parameters<typeof run.load.sign>[0],
  ) => {
    const costs: number[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      await run.load.sign(burst(count));
      const { cpuUs } = await sendRound(run.load, bank, count);
      if (round >= warmUpRounds) costs.push(cpuUs);
    }
    return median(costs);
  };
  const ids = Array.from({ length: readPayments }, (_, at) =>
    filledId(1 + Math.floor((at * rows) / readPayments)),
  );
  const firstPage = `/v1/accounts/${accountId}/transactions?dateFrom=${dateFrom}`;
  const { client, psu } = accountClient(bank, caller);
  const { transactions } = await client.call("listTransactions", { target: firstPage, psu });
  client.close();
  const lastPage = transactions._links?.last?.href ?? firstPage;
  const readPage = (target: string) => (count: number) => resourceReads(caller, [target], count);
  const warmUpRounds = Math.ceil(warmUp / perRound);
  return {
    "status read": await measure(perRound, warmUpRounds, (count) =>
      statusReads(caller, ids, count),
    ),
    "first page of transactions": await measure(pagesPerRound, warmUpRounds, readPage(firstPage)),
    "last page of transactions": await measure(pagesPerRound, warmUpRounds, readPage(lastPage)),
    "payment creation": await measure(
      creationsPerRound,
      creationsWarmUp / creationsPerRound,
      (count) => paymentCreations(caller, count),
    ),
  };
};

/** Returns the CPU that a server spends on something, in ms. */
const spendOn = async (server: ServerProcess, work: () => Promise<unknown>): Promise<number> => {
  const before = server.usage().cpuMs;
  await work();
  return server.usage().cpuMs - before;
};

/** Posts to the control API without a time limit: fetch gives up after five minutes. */
const postForLong = async (
  { port }: ServerProcess,
  path: string,
  body: object,
): Promise<{ readonly taken?: number }> => {
  const headers = { "content-type": "application/json" };
  const sent = request({ port, method: "POST", path: `/control/v1${path}`, headers });
  sent.end(JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const received = await text(response);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${received}`);
  return JSON.parse(received);
};

/** Searches all payments in vain, page by page as the console does. */
const measureSearch = async (bank: ServerProcess): Promise<Costs["work"]> => {
  const control = openControl(`http://127.0.0.1:${bank.port}`, undefined);
  const search = async (): Promise<void> => {
    for (let before: string | undefined = ""; before !== undefined; ) {
      const query: { text: string; limit: string; before?: string } = {
        text: "nobody",
        limit: "50",
        ...(before === "" ? {} : { before }),
      };
      before = (await control.get("/payments/all", { query })).next;
    }
  };
  await search();
  return { "console search": await spendOn(bank, search) };
};

/**
 * Saves and restores a world with a hundredth of the payments. Each has ten rows in a snapshot,
 * which is one text, so that those of a million payments would not fit.
 */
const measureSnapshots = async (origin: Origin, rows: number): Promise<Costs["work"]> => {
  const dataFolder = copyOrigin(origin, `snapshot-${rows}`);
  await fillPayments({ dataFolder }, Math.ceil(rows / 100), () => undefined);
  const environment = { VARDE_SANDBOX_LIMITS: JSON.stringify({ snapshotRows: 200_000 }) };
  const bank = await startSandbox({ dataFolder, environment });
  const control = openControl(`http://127.0.0.1:${bank.port}`, undefined);
  const [world, name] = [origin.worldId, "bench"];
  const costs = {
    "snapshot saved, a hundredth": await spendOn(bank, () =>
      control.post("/snapshots", { world, body: { name } }),
    ),
    "snapshot restored, a hundredth": await spendOn(bank, () =>
      control.post("/snapshots/{name}/restore", { world, parameters: { name } }),
    ),
  };
  await bank.stop();
  return costs;
};

const measureClearing = async (origin: Origin, rows: number): Promise<Costs["work"]> => {
  const dataFolder = copyOrigin(origin, `due-${rows}`);
  fillDuePayments(dataFolder, 1, rows);
  const bank = await startSandbox({ dataFolder });
  const clear = async (): Promise<void> => {
    const { taken = 0 } = await postForLong(bank, `/batches?world=${origin.worldId}`, {});
    if (taken < rows) throw new Error(`Only ${taken} of ${rows} payments were due.`);
  };
  const spentMs = await spendOn(bank, clear);
  await bank.stop();
  return { "clearing due payments": spentMs };
};

/** Runs nights until all payments are deleted: one night deletes a limited number of them. */
const measureRetention = async (origin: Origin, rows: number): Promise<Costs["work"]> => {
  const dataFolder = copyOrigin(origin, `old-${rows}`);
  await fillPayments({ dataFolder }, rows, () => undefined);
  agePayments(dataFolder);
  const environment = { VARDE_RETENTION_DAYS: JSON.stringify({ payments: 90 }) };
  const bank = await startSandbox({ dataFolder, environment });
  const control = openControl(`http://127.0.0.1:${bank.port}`, undefined);
  const world = origin.worldId;
  let [spentMs, nights] = [0, 0];
  do {
    if (nights === nightsMax) throw new Error(`Old payments are left after ${nights} nights.`);
    spentMs += await spendOn(bank, () =>
      postForLong(bank, `/clock/advance?world=${world}`, { by: "P1D" }),
    );
    nights += 1;
  } while ((await control.get("/payments", { world })).payments.length > 0);
  await bank.stop();
  return { "payment retention": spentMs };
};
