import type { StorageLocation } from "@varde/storage";
import { type Caller, resourceReads } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { type Figures, sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { accountClient, grantAccounts, listAccountIds } from "../setup/account-client.ts";
import { fillTransactions } from "../setup/fill-transactions.ts";
import type { BenchRun } from "./bench-run.ts";

const fewTransactions = 1_000;
const pageSize = 200;
const pagesPerRound = 100;
/** Many short rounds, so that noise affects all pages equally. */
const pagesBetweenLooks = 50;
const growthMbMax = 50;

type PageName = "few" | "first" | "last";
type Targets = Readonly<Record<PageName, string>>;

/** Compares a page of an account with a million transactions with one of a thousand. */
export const benchTransactions = async (run: BenchRun, place: SandboxPlace): Promise<void> => {
  const empty = await startSandbox(place);
  const caller = await prepareCaller(empty.port);
  await grantAccounts(empty, caller);
  const accountIds = await findTwoAccounts(empty, caller);
  const worldId = await readWorldId(empty);
  await empty.stop();
  const many = run.sizes.manyTransactions;
  const { fewId, manyId } = accountIds;
  const dateFrom = await fillTransactions(
    storageLocation(place),
    [
      { worldId, accountId: fewId, count: fewTransactions },
      { worldId, accountId: manyId, count: many },
    ],
    (text) => process.stderr.write(`\r${text} `),
  );
  process.stderr.write("\n");
  const bank = await startSandbox(place);
  const targets = await findTargets(bank, caller, accountIds, dateFrom);
  const rounds = await measurePages(run, bank, caller, targets);
  const reading = await readAllPages(bank, caller, manyId, dateFrom);
  await bank.stop();
  const engine = place.databaseUrl === undefined ? "SQLite" : "PostgreSQL";
  reportPages(run, engine, rounds);
  run.report.section("L03", `paging through ${grouped(many)}, ${engine}`, [
    "start",
    "most",
    "growth",
  ]);
  run.report.line("pages read", [reading.pages]);
  run.report.line(
    "resident, MB",
    [reading.startMb, reading.mostMb, reading.mostMb - reading.startMb],
    atMost(growthMbMax),
  );
};

const grouped = (count: number) => count.toLocaleString("en").replaceAll(",", " ");

const storageLocation = ({ dataFolder, databaseUrl }: SandboxPlace): StorageLocation =>
  databaseUrl === undefined
    ? { engine: "sqlite", folder: dataFolder }
    : { engine: "postgres", url: databaseUrl };

interface AccountIds {
  readonly fewId: string;
  readonly manyId: string;
}

const findTwoAccounts = async (bank: ServerProcess, caller: Caller): Promise<AccountIds> => {
  const [manyId, fewId] = await listAccountIds(bank, caller);
  if (manyId === undefined || fewId === undefined) throw new Error("The PSU needs two accounts.");
  return { fewId, manyId };
};

/** Reads the id of the only world; the caller is the only TPP. */
const readWorldId = async (bank: ServerProcess): Promise<string> => {
  const response = await fetch(`http://127.0.0.1:${bank.port}/control/v1/worlds`);
  const { worlds } = (await response.json()) as { worlds: readonly { worldId: string }[] };
  const [world] = worlds;
  if (world === undefined || worlds.length > 1) throw new Error("Expected exactly one world.");
  return world.worldId;
};

/** Lists the first pages by query, and the last page by the bank's own link. */
const findTargets = async (
  bank: ServerProcess,
  caller: Caller,
  { fewId, manyId }: AccountIds,
  dateFrom: string,
): Promise<Targets> => {
  const firstPage = (accountId: string) =>
    `/v1/accounts/${accountId}/transactions?dateFrom=${dateFrom}`;
  const { client, psu } = accountClient(bank, caller);
  const read = (target: string) => client.call("listTransactions", { target, psu });
  const last = (await read(firstPage(manyId))).transactions._links?.last?.href ?? "";
  const targets = { few: firstPage(fewId), first: firstPage(manyId), last };
  for (const [name, target] of Object.entries(targets)) {
    const { length } = (await read(target)).transactions.booked ?? [];
    if (length !== pageSize) throw new Error(`The page "${name}" has ${length} transactions.`);
  }
  client.close();
  return targets;
};

type PageRounds = Readonly<Record<PageName, readonly Figures[]>>;

const measurePages = async (
  run: BenchRun,
  bank: ServerProcess,
  caller: Caller,
  targets: Targets,
): Promise<PageRounds> => {
  const sent: Record<PageName, Figures[]> = { few: [], first: [], last: [] };
  const names = Object.keys(sent) as PageName[];
  for (let round = 0; round <= run.sizes.rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      await run.load.sign(resourceReads(caller, [targets[name]], pagesPerRound));
      const figures = await sendRound(run.load, bank, pagesPerRound);
      // The first round is a warm-up.
      if (round > 0) sent[name].push(figures);
    }
  }
  return sent;
};

const reportPages = (run: BenchRun, engine: string, rounds: PageRounds): void => {
  const title = `a page of ${pageSize} of ${grouped(run.sizes.manyTransactions)}, ${engine}`;
  run.report.section("L03", title, ["against", "page", "ratio"]);
  const compare = (
    label: string,
    [base, page]: readonly [PageName, PageName],
    costOf: (figures: Figures) => number,
    timesMax?: number,
  ) => {
    const [bases, pages] = [rounds[base].map(costOf), rounds[page].map(costOf)];
    const ratio = median(pages.map((cost, round) => cost / (bases[round] ?? Number.NaN)));
    const goal = timesMax === undefined ? undefined : atMost(timesMax);
    run.report.line(label, [median(bases), median(pages), ratio], goal);
  };
  const timeMs = ({ requestsPerSecond }: Figures) => 1_000 / requestsPerSecond;
  const cpuMs = ({ cpuUs }: Figures) => cpuUs / 1_000;
  compare("last against first, ms", ["first", "last"], timeMs, 1.5);
  compare("last against first, CPU ms", ["first", "last"], cpuMs);
  compare("first against 1 000's, ms", ["few", "first"], timeMs, 1.2);
  compare("first against 1 000's, CPU ms", ["few", "first"], cpuMs);
};

interface PageReading {
  readonly pages: number;
  readonly startMb: number;
  readonly mostMb: number;
}

/** Reads every page with one client and tracks the bank's memory. */
const readAllPages = async (
  bank: ServerProcess,
  caller: Caller,
  accountId: string,
  dateFrom: string,
): Promise<PageReading> => {
  const { client, psu } = accountClient(bank, caller);
  const startMb = bank.usage().residentMb;
  let [pages, mostMb] = [0, startMb];
  for await (const _page of client.accounts.transactionPages(accountId, psu, { dateFrom })) {
    pages += 1;
    if (pages % pagesBetweenLooks === 0) mostMb = Math.max(mostMb, bank.usage().residentMb);
  }
  client.close();
  return { pages, startMb, mostMb };
};
