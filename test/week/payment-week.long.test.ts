import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { TestBank } from "@varde/sandbox";
import type { StorageLocation } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { freshDatabase } from "@varde/testkit/postgres";
import { atScale } from "@varde/testkit/rounds";
import { checkWeek, orderWeek, type Week } from "./a-week.ts";

const script = fileURLToPath(new URL("run-week.ts", import.meta.url));
const friday = Date.parse("2026-11-20T17:00:00+01:00");

/**
 * At least one kill between every two steps of a batch: take, submit, store, clear, acknowledge.
 */
const killPoints = [
  "before submitAll 2",
  "after submitAll 1",
  "before runClearing",
  "after runClearing",
  "before acknowledgeOutcomes 2",
  "after submitAll 2",
];

const engines = [
  {
    name: "SQLite",
    points: atScale({ slice: ["after submitAll 1"], long: killPoints }),
    locate: async () => {
      const folder = mkdtempSync(join(tmpdir(), "varde-week-"));
      const location: StorageLocation = { engine: "sqlite", folder };
      const drop = async () => rmSync(folder, { recursive: true, force: true });
      return { location, drop, place: ["--folder", folder] };
    },
  },
  {
    name: "PostgreSQL",
    // After each kill the next process waits until the lease of the dead one has expired.
    points: atScale({
      slice: ["before acknowledgeOutcomes 2"],
      long: ["before submitAll 2", "after submitAll 1", "before acknowledgeOutcomes 2"],
    }),
    locate: async () => {
      const { url, drop } = await freshDatabase();
      const location: StorageLocation = { engine: "postgres", url };
      return { location, drop, place: ["--url", url] };
    },
  },
];

/** Orders the week and moves the clock to its end without running a batch. */
const prepareWeek = async (location: StorageLocation): Promise<Week> =>
  withBank(
    location,
    async (bank) => {
      const week = await orderWeek(bank);
      await bank.clock.setClock(week.worldId, friday, "fixed");
      return week;
    },
    // Background jobs would run the batches here.
    { hasBackgroundJobs: false },
  );

const withBank = async <T>(
  location: StorageLocation,
  act: (bank: TestBank) => Promise<T>,
  options: { readonly hasBackgroundJobs?: boolean } = {},
): Promise<T> => {
  const bank = await aBank({ location, ...options });
  try {
    return await act(bank);
  } finally {
    await bank.close();
  }
};

const startProcess = async (
  place: readonly string[],
  week: Week,
  die = "",
): Promise<ChildProcess> => {
  const args = ["--conditions=varde-source", script, ...place, "--world", week.worldId];
  if (die !== "") args.push("--die", die);
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [chunk] = await once(child.stdout ?? child, "data");
  assert.match(String(chunk), /^begun/);
  return child;
};

const ended = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = await once(child, "exit");
  return code as number | null;
};

const onEngine = ({ name, locate, points }: (typeof engines)[number]): void => {
  describe(`on ${name}`, { concurrency: true }, () => {
    it("STA-10: ends with the expected statuses, transactions and balances", async () => {
      const { location, drop } = await locate();
      await withBank(location, async (bank) => checkWeek(bank, await orderWeek(bank)));
      await drop();
    });

    it("STA-10: ends the same if the process is killed at every step of a batch", async () => {
      const { location, drop, place } = await locate();
      const week = await prepareWeek(location);
      for (const point of points) {
        const child = await startProcess(place, week, point);
        await ended(child);
        assert.equal(child.signalCode, "SIGKILL", point);
      }
      assert.equal(await ended(await startProcess(place, week)), 0);
      await withBank(location, (bank) => checkWeek(bank, week));
      await drop();
    });
  });
};

const onTwoProcesses = async (): Promise<void> => {
  const { url, drop } = await freshDatabase();
  const location: StorageLocation = { engine: "postgres", url };
  const week = await prepareWeek(location);
  const place = ["--url", url];
  const [first, second] = await Promise.all([startProcess(place, week), startProcess(place, week)]);
  await setTimeout(150);
  first.kill("SIGSTOP");
  // Longer than the lease of a batch.
  await setTimeout(13_000);
  first.kill("SIGCONT");
  assert.equal(await ended(second), 0);
  await ended(first);
  await withBank(location, (bank) => checkWeek(bank, week));
  await drop();
};

// Run concurrently, because they mostly wait for the leases of dead processes.
describe("a week of payments", { concurrency: true }, () => {
  engines.forEach(onEngine);
  it("STA-10: executes each payment once, although one process was paused", onTwoProcesses);
});
