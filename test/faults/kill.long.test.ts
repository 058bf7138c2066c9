import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { setTimeout as after } from "node:timers/promises";
import type { Engine } from "@varde/storage";
import { freshDatabase } from "@varde/testkit/postgres";
import { type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { atScale, runRounds } from "@varde/testkit/rounds";
import { checkPromisesAt } from "./check-promises.ts";
import type { Moment } from "./paying-client.ts";
import { PayingCrowd } from "./paying-crowd.ts";

/** The moment of a kill: during the start, at a named point of a payment, or any time. */
type Kill =
  | { readonly at: "start"; readonly ms: number }
  | { readonly at: "any time"; readonly ms: number }
  | { readonly at: Moment; readonly nth: number };

const everyPoint: readonly Kill["at"][] = [
  ...(["start", "any time", "created", "any time", "approval sent", "any time"] as const),
  ...(["deletion sent", "any time", "approved", "any time", "deleted"] as const),
];
const points = atScale({
  slice: ["start", "any time", "approval sent", "approved"] as const,
  long: everyPoint,
});
const rounds = atScale({ slice: 1, long: 20 });
const kills = rounds * points.length;
const clientsAtOnce = 32;

describe("F01", { concurrency: true }, () => {
  for (const engine of ["sqlite", "postgres"] as const) {
    test(`F01: on ${engine}, ${kills} kills lose nothing acknowledged and repeat nothing`, (t) =>
      runRounds(`kill on ${engine}`, rounds, ({ seed }) =>
        inPlace(engine, (place) => killAndCheck(place, engine, seed, t)),
      ));
  }
});

interface Place {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
}

async function inPlace(engine: Engine, body: (place: Place) => Promise<void>): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), "varde-kill-"));
  const database = engine === "postgres" ? await freshDatabase() : undefined;
  try {
    await body({ dataFolder, databaseUrl: database?.url });
  } finally {
    await database?.drop();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

const spawnIn = ({ dataFolder, databaseUrl = "" }: Place) =>
  spawnSandbox({ VARDE_DATA: dataFolder, DATABASE_URL: databaseUrl });

async function killAndCheck(
  place: Place,
  engine: Engine,
  seed: number,
  t: TestContext,
): Promise<void> {
  let crowd: PayingCrowd | undefined;
  let doubts = 0;
  for (const kill of planKills(seed)) {
    const sandbox = spawnIn(place);
    if (kill.at === "start") {
      await after(kill.ms);
      await sandbox.kill();
      continue;
    }
    const url = await sandbox.ready;
    crowd ??= await PayingCrowd.gather(url, clientsAtOnce);
    crowd.use(url);
    await killUnderLoad(sandbox, kill, crowd);
    doubts += crowd.ordersInDoubt.length;
  }
  assert.ok(crowd !== undefined);
  const last = spawnIn(place);
  crowd.use(await last.ready);
  await repeatAll(crowd);
  assert.equal(await last.stop(), 0);
  const found = crowd.orders.filter((order) => order.signing === "found").length;
  t.diagnostic(
    `${crowd.orders.length} payments; ${doubts} steps cut off, ${found} signed without a response`,
  );
  await checkPromisesAt(storageLocation(place, engine), crowd.orders);
  await logHasNoError(place);
}

function planKills(seed: number): readonly Kill[] {
  let state = seed;
  const between = (least: number, most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
  return points.map((at) =>
    at === "start" || at === "any time"
      ? { at, ms: between(0, at === "start" ? 600 : 500) }
      : { at, nth: between(1, 40) },
  );
}

async function killUnderLoad(
  sandbox: SandboxProcess,
  kill: Exclude<Kill, { at: "start" }>,
  crowd: PayingCrowd,
): Promise<void> {
  const isTime = kill.at === "any time" ? after(kill.ms) : crowd.when(kill.at, kill.nth);
  const work = crowd.work();
  // A wrong response to a client ends the run here.
  await Promise.race([isTime, work]);
  await sandbox.kill();
  await work;
}

/** Repeats the steps in doubt, then every creation, which must create nothing new. */
async function repeatAll(crowd: PayingCrowd): Promise<void> {
  await crowd.work(() => true);
  assert.deepEqual(crowd.ordersInDoubt, []);
  await Promise.all(
    crowd.clients.map(async (client) => {
      for (const order of client.orders) {
        assert.equal(await client.create(order), order.paymentId);
      }
    }),
  );
  await crowd.untilBooked();
}

const storageLocation = ({ dataFolder, databaseUrl }: Place, engine: Engine) =>
  engine === "sqlite"
    ? ({ engine, folder: dataFolder } as const)
    : ({ engine, url: databaseUrl ?? "" } as const);

/** Asserts that no start has logged a fault in the books. */
async function logHasNoError({ dataFolder }: Place): Promise<void> {
  const lines = (await readFile(join(dataFolder, "varde.log"), "utf8")).split("\n");
  const errors = lines.filter((line) => /"level":(?:"error"|50|60|"fatal")/.test(line));
  assert.deepEqual(errors, []);
}
