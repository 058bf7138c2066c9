import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sendRound } from "../load/send-round.ts";
import { median } from "../median.ts";
import { atLeast, atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { type SandboxPlace, startSandbox } from "../servers/start-sandbox.ts";
import { DiskGrowth } from "../setup/disk-growth.ts";
import { prepareTraffic } from "../setup/prepare-traffic.ts";
import type { TrafficMix, WrittenRows } from "../setup/traffic-mix.ts";
import { type BenchRun, engineNames } from "./bench-run.ts";

/** Few enough that each is used again before the server closes it as idle. */
const connectionsPerRate = 0.6;
/** Requests are signed shortly before they are sent, while others are being sent. */
const chunkSeconds = 10;
const sampleMs = 1_000;
/** Memory must not grow after this share of the run: two of ten minutes. */
const settledShare = 0.2;
/**
 * Memory is compared over three of ten minutes. V8 collects old objects about once a minute, and
 * memory rises by half until it does.
 */
const comparedShare = 0.3;
/** Written before the disk is measured, so that rows of each kind exist. */
const firstCalls = 400;

type Tables = keyof WrittenRows;

/** Sends the traffic of a bank at a steady rate for minutes: errors, memory and disk. */
export const benchSoak = async (run: BenchRun, place: SandboxPlace): Promise<void> => {
  const chunks = Math.max(2, Math.round((run.sizes.soakMinutes * 60) / chunkSeconds));
  const perChunk = run.sizes.soakPerSecond * chunkSeconds;
  const mix = await prepareTraffic(run.load, place, firstCalls + (chunks + 1) * perChunk);
  const bank = await startSandbox(place);
  await run.load.sign(mix.next(firstCalls));
  await sendRound(run.load, bank, firstCalls);
  await setTimeout(2_000);
  const disk = new DiskGrowth(place);
  const before = await readDisk(disk, mix, place);
  const sent = await sendChunks(run, bank, mix, chunks, perChunk);
  // The audit is written in the background.
  await setTimeout(2_000);
  const after = await readDisk(disk, mix, place);
  await bank.stop();
  const engine = engineNames[place.databaseUrl === undefined ? "sqlite" : "postgres"];
  const minutes = ((chunks * chunkSeconds) / 60).toFixed(1);
  run.report.section("L14", `${minutes} minutes of a bank's traffic, ${engine}`, [
    "expected",
    "measured",
    "ratio",
  ]);
  reportSent(run, sent, chunks * perChunk);
  reportDisk(run, before, after, chunks * perChunk);
};

interface Sent {
  readonly statuses: ReadonlyMap<string, number>;
  readonly perSecond: readonly number[];
  readonly p99Ms: readonly number[];
  readonly residentMb: readonly number[];
}

const sendChunks = async (
  { load, sizes }: BenchRun,
  bank: ServerProcess,
  mix: TrafficMix,
  chunks: number,
  perChunk: number,
): Promise<Sent> => {
  const perSecond = sizes.soakPerSecond;
  const connectionsMax = Math.ceil(perSecond * connectionsPerRate);
  const offer = { ports: [bank.port], perSecond, connectionsMax };
  const sent = {
    statuses: new Map<string, number>(),
    perSecond: [] as number[],
    p99Ms: [] as number[],
    residentMb: [] as number[],
  };
  const timer = setInterval(() => sent.residentMb.push(bank.usage().residentMb), sampleMs);
  try {
    await load.sign(mix.next(perChunk));
    for (let chunk = 1; chunk <= chunks; chunk += 1) {
      const next = chunk < chunks ? mix.next(perChunk) : undefined;
      const offered = await load.offer(offer, next);
      for (const [status, count] of Object.entries(offered.statuses)) {
        sent.statuses.set(status, (sent.statuses.get(status) ?? 0) + count);
      }
      sent.perSecond.push(offered.sentPerSecond);
      sent.p99Ms.push(offered.goodP99Ms);
    }
  } finally {
    clearInterval(timer);
  }
  return sent;
};

const reportSent = ({ report, sizes }: BenchRun, sent: Sent, calls: number): void => {
  const good = [...sent.statuses].filter(([status]) => status.startsWith("2"));
  const goodCount = good.reduce((sum, [, count]) => sum + count, 0);
  const perSecond = sizes.soakPerSecond;
  report.line("calls/s", [perSecond, median(sent.perSecond)], atLeast(perSecond * 0.98));
  report.line("responses other than 2xx", [0, calls - goodCount], atMost(0));
  report.line("p99, ms", [undefined, median(sent.p99Ms)]);
  const { residentMb } = sent;
  const settled = Math.floor(residentMb.length * settledShare);
  const compared = Math.max(1, Math.floor(residentMb.length * comparedShare));
  const start = median(residentMb.slice(settled, settled + compared));
  const end = median(residentMb.slice(-compared));
  report.line("resident after a fifth, end, MB", [start, end, end / start], atMost(1.1));
};

interface Disk {
  readonly rows: WrittenRows;
  readonly expectedRows: WrittenRows;
  readonly rowBytes: WrittenRows;
  readonly bytes: number;
  readonly logBytes: number;
}

const readDisk = async (disk: DiskGrowth, mix: TrafficMix, place: SandboxPlace): Promise<Disk> => {
  const expectedRows = mix.countWrittenRows();
  const rows: Partial<Record<Tables, number>> = {};
  const rowBytes: Partial<Record<Tables, number>> = {};
  for (const table of Object.keys(expectedRows) as Tables[]) {
    rows[table] = await disk.countRows(table);
    rowBytes[table] = await disk.computeRowBytes(table);
  }
  return {
    rows: rows as WrittenRows,
    expectedRows,
    rowBytes: rowBytes as WrittenRows,
    bytes: await disk.readBytes(),
    logBytes: globSync(join(place.dataFolder, "**/*.log*"))
      .map((file) => statSync(file).size)
      .reduce((sum, size) => sum + size, 0),
  };
};

/** Compares the rows and bytes that follow from the calls with those that were written. */
const reportDisk = ({ report }: BenchRun, before: Disk, after: Disk, calls: number): void => {
  let [expectedRows, writtenRows, expectedBytes] = [0, 0, 0];
  for (const table of Object.keys(before.rows) as Tables[]) {
    const expected = after.expectedRows[table] - before.expectedRows[table];
    expectedRows += expected;
    writtenRows += after.rows[table] - before.rows[table];
    // Computed from the rows that existed before, so that it is a prediction.
    expectedBytes += expected * before.rowBytes[table];
  }
  const bytes = after.bytes - before.bytes;
  report.line("rows", [expectedRows, writtenRows, writtenRows / expectedRows], atMost(1));
  report.line(
    "database, MB",
    [expectedBytes / 1e6, bytes / 1e6, bytes / expectedBytes],
    atMost(1.3),
  );
  report.line("database, bytes per call", [expectedBytes / calls, bytes / calls]);
  report.line("log, bytes per call", [undefined, (after.logBytes - before.logBytes) / calls]);
};
