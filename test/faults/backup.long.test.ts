import assert from "node:assert/strict";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, test } from "node:test";
import { createLedger, defaultFeeTable as fees, defaultRateTable as rates } from "@varde/ledger";
import { everyMigration } from "@varde/sandbox";
import { openStorage } from "@varde/storage";
import { type SandboxProcess, spawnSandbox } from "@varde/testkit/processes";
import { checkPromisesAt } from "./check-promises.ts";
import type { Order, PayingClient } from "./paying-client.ts";
import { PayingCrowd } from "./paying-crowd.ts";

const clientsAtOnce = 8;

describe("the data folder of a sandbox on SQLite", () => {
  let root = "";
  let sandbox: SandboxProcess;
  let crowd: PayingCrowd;
  let acknowledged: readonly (readonly [PayingClient, Order])[] = [];
  let responses: readonly string[] = [];
  const folderPath = (name: string) => join(root, name);
  const start = (name: string): Promise<string> => {
    sandbox = spawnSandbox({ VARDE_DATA: folderPath(name) });
    return sandbox.ready;
  };

  /** Reads the status of each payment, and its id by repeating the creation. */
  const readAll = (): Promise<readonly string[]> =>
    Promise.all(
      acknowledged.map(
        async ([client, order]) =>
          `${await client.create(order)} ${await client.readStatus(order)}`,
      ),
    );

  before(async () => {
    root = await mkdtemp(join(tmpdir(), "varde-backup-"));
    crowd = await PayingCrowd.gather(await start("first"), clientsAtOnce);
    await payUntil(crowd, crowd.when("approved", 20));
    await crowd.untilBooked();
    acknowledged = crowd.clients.flatMap((client) =>
      client.orders.map((order) => [client, order] as const),
    );
    responses = await readAll();
  });

  after(async () => {
    await sandbox?.kill();
    await rm(root, { recursive: true, force: true });
  });

  test("F11: a copy made while the bank is stopped starts the same bank elsewhere", async () => {
    assert.equal(await sandbox.stop(), 0);
    await cp(folderPath("first"), folderPath("cold"), { recursive: true });
    await rm(folderPath("first"), { recursive: true });
    await checkPromisesAt({ engine: "sqlite", folder: folderPath("cold") }, crowd.orders);
    crowd.use(await start("cold"));
    assert.deepEqual(await readAll(), responses);
  });

  test("F11: a backup made while payments arrive contains everything before it", async () => {
    const backedUp = crowd
      .when("approved", 5)
      .then(() => backUp(folderPath("cold"), folderPath("hot")))
      .then(() => crowd.when("approved", 5));
    await payUntil(crowd, backedUp);
    await sandbox.kill();
    await rm(folderPath("cold"), { recursive: true });
    crowd.use(await start("hot"));
    assert.deepEqual(await readAll(), responses);
    assert.equal(await sandbox.stop(), 0);
    assert.deepEqual(await faultsInBooks(folderPath("hot")), []);
  });
});

const payUntil = async (crowd: PayingCrowd, isTime: Promise<void>): Promise<void> => {
  let isEnough = false;
  const work = crowd.work(() => isEnough);
  await Promise.race([isTime, work]);
  isEnough = true;
  await work;
  assert.deepEqual(crowd.ordersInDoubt, []);
};

/** Backs up as the configuration page describes. */
const backUp = async (from: string, to: string): Promise<void> => {
  await cp(join(from, "certificate-authority"), join(to, "certificate-authority"), {
    recursive: true,
  });
  const database = new DatabaseSync(join(from, "varde.sqlite"), { readOnly: true });
  database.prepare("vacuum into ?").run(join(to, "varde.sqlite"));
  database.close();
};

const faultsInBooks = async (folder: string) => {
  const location = { engine: "sqlite", folder } as const;
  const storage = await openStorage({ location, migrations: everyMigration });
  try {
    return await createLedger({ storage, ids: { newId: () => "" }, fees, rates }).checkBooks();
  } finally {
    await storage.close();
  }
};
