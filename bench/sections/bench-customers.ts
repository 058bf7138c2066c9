import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { isInvalid, readCertificatePem, signRequest } from "@varde/protocol";
import type { Caller } from "../load/caller.ts";
import { prepareCaller } from "../load/prepare-caller.ts";
import { median } from "../median.ts";
import { atMost } from "../report.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import { fillCustomers } from "../setup/fill-customers.ts";
import type { BenchRun } from "./bench-run.ts";

const customers = 10_000;
/** Enough calls for the heap to reach its full size, so that later growth means a leak. */
const warmUps = 10;
const callsOfEach = 10;
const growthMbMax = 50;

/** Measures the list of many customers, with and without accounts: time and memory. */
export const benchCustomers = async (run: BenchRun): Promise<void> => {
  const place = { dataFolder: join(run.folder, "customers") };
  const first = await startSandbox(place);
  const caller = await prepareCaller(first.port);
  await first.stop();
  fillCustomers(place.dataFolder, customers);
  const bank = await startSandbox(place);
  const withoutMs: number[] = [];
  const withMs: number[] = [];
  for (let call = 0; call < warmUps; call += 1) await list(bank, caller, call % 2 === 0);
  const startMb = bank.usage().residentMb;
  let mostMb = startMb;
  for (let call = 0; call < callsOfEach; call += 1) {
    withoutMs.push(await list(bank, caller, false));
    mostMb = Math.max(mostMb, bank.usage().residentMb);
    withMs.push(await list(bank, caller, true));
    mostMb = Math.max(mostMb, bank.usage().residentMb);
  }
  await bank.stop();
  const [without, withAccounts] = [median(withoutMs), median(withMs)];
  const title = `list of ${customers} customers, SQLite`;
  run.report.section("CUSTOMERS", title, ["without", "with", "ratio"]);
  run.report.line("withAccounts, ms", [without, withAccounts, without / withAccounts], atMost(0.8));
  run.report.section("CUSTOMERS", `memory over ${2 * callsOfEach} lists`, [
    "start",
    "peak",
    "growth",
  ]);
  run.report.line("resident, MB", [startMb, mostMb, mostMb - startMb], atMost(growthMbMax));
};

/** Reads a whole list and returns the time it took. */
const list = async (
  bank: ServerProcess,
  { certificatePem, privateKeyPem }: Caller,
  withAccounts: boolean,
): Promise<number> => {
  const target = `/v1/sandbox/customers?withAccounts=${withAccounts}`;
  const certificate = readCertificatePem(certificatePem);
  if (isInvalid(certificate)) throw new Error(`The certificate ${certificate.reason}.`);
  const headers = { "X-Request-ID": randomUUID() };
  const added = await signRequest({
    method: "GET",
    target,
    headers,
    key: privateKeyPem,
    certificate: certificate,
    atMs: Date.now(),
  });
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${bank.port}${target}`, {
    headers: { ...headers, ...added },
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += chunk.length;
  if (!response.ok || bytes < customers * 100) throw new Error(`The list has only ${bytes} bytes.`);
  return performance.now() - startedAt;
};
