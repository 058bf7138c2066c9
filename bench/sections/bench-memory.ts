import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openControl } from "@varde/protocol/control-client";
import { issueCertificate, openSession, prepareCaller } from "../load/prepare-caller.ts";
import { median } from "../median.ts";
import type { ServerProcess } from "../servers/server-process.ts";
import { startSandbox } from "../servers/start-sandbox.ts";
import type { BenchRun } from "./bench-run.ts";
import { measureBanksMb } from "./bench-test-banks.ts";

/** So many of each that what they have in common is a small part. */
const countOfEach = 100;
const runs = 3;
/** V8 returns memory in steps: it is settled when so many collections in a row returned nothing. */
const emptyCollections = 2;
const nothingMb = 0.1;
const collectionMs = 1_000;
const collector = fileURLToPath(new URL("../servers/collect-garbage.ts", import.meta.url));

/** Adds one thing to a running sandbox, and returns how to end it. */
type Add = (bank: ServerProcess) => Promise<() => void>;

const kept = () => undefined;

const things: Readonly<Record<string, () => Add>> = {
  "a TPP with a certificate": () => async (bank) => {
    await issueCertificate(bank.port);
    return kept;
  },
  "a world with its own data, its TPP and a session": () => async (bank) => {
    await prepareCaller(bank.port);
    return kept;
  },
  "a further session": () => {
    let caller: ReturnType<typeof prepareCaller> | undefined;
    return async (bank) => {
      caller ??= prepareCaller(bank.port);
      await openSession(bank.port, await caller);
      return kept;
    };
  },
  "an open console": () => async (bank) => openConsole(bank),
};

/** Follows the requests of all worlds, as an open console does. */
const openConsole = async ({ port }: ServerProcess): Promise<() => void> => {
  const control = openControl(`http://127.0.0.1:${port}`, undefined);
  const closing = new AbortController();
  const { signal } = closing;
  const events = control.follow("/requests/summaries", { signal });
  const following = async (): Promise<void> => {
    for await (const _event of events);
  };
  following().catch(() => undefined);
  await control.get("/worlds");
  return () => closing.abort();
};

/** Measures the resident memory that each thing adds to a sandbox, without garbage. */
export const benchMemory = async (run: BenchRun): Promise<void> => {
  const heads = ["median", "lowest", "highest"];
  run.report.section("MEMORY", `resident memory in kB, ${runs} runs, SQLite`, heads);
  const reportLine = (name: string, each: readonly number[]): void =>
    run.report.line(name, [median(each), Math.min(...each), Math.max(...each)]);
  const bankKb: number[] = [];
  for (let number = 0; number < runs; number += 1) {
    const mb = await measureBanksMb();
    bankKb.push(((mb.at(-1) ?? 0) - (mb[1] ?? 0)) * (1_024 / (mb.length - 2)));
  }
  reportLine("a further test bank in the process", bankKb);
  for (const [name, start] of Object.entries(things)) {
    const each: number[] = [];
    for (let number = 0; number < runs; number += 1) {
      const dataFolder = join(run.folder, `memory-${name.replaceAll(/\W/g, "-")}-${number}`);
      each.push(await measureThing(dataFolder, start()));
    }
    reportLine(name, each);
  }
};

const measureThing = async (dataFolder: string, add: Add): Promise<number> => {
  const environment = { NODE_OPTIONS: `--expose-gc --import ${collector}` };
  const bank = await startSandbox({ dataFolder, environment });
  const ends: (() => void)[] = [];
  const addMany = async (count: number): Promise<number> => {
    for (let number = 0; number < count; number += 1) ends.push(await add(bank));
    return settledMb(bank);
  };
  // The first ones load what all share, and V8 takes the memory that it works with.
  await addMany(countOfEach / 2);
  const beforeMb = await addMany(countOfEach / 2);
  const addedMb = (await addMany(countOfEach)) - beforeMb;
  for (const end of ends) end();
  await bank.stop();
  return (addedMb * 1_024) / countOfEach;
};

/** Collects garbage until none is left, and returns the resident memory. */
const settledMb = async (bank: ServerProcess): Promise<number> => {
  let lowestMb = Number.POSITIVE_INFINITY;
  let empty = 0;
  while (empty < emptyCollections) {
    process.kill(bank.pid, "SIGUSR2");
    await setTimeout(collectionMs);
    const { residentMb } = bank.usage();
    empty = residentMb < lowestMb - nothingMb ? 0 : empty + 1;
    lowestMb = Math.min(lowestMb, residentMb);
  }
  return lowestMb;
};
