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
  let answers: readonly string[] = [];
  const folderOf = (name: string) => join(root, name);
  const start = (name: string): Promise<string> => {
    sandbox = spawnSandbox({ VARDE_DATA: folderOf(name) });
    return sandbox.ready;
  };

  /** The status of each payment, and its id as the same creation has it when sent again. */
  const askAll = (): Promise<readonly string[]> =>
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
    answers = await askAll();
  });

  after(async () => {
    await sandbox?.kill();
    await rm(root, { recursive: true, force: true });
  });

  test("F11: copied while the bank is stopped, it makes the same bank elsewhere", async () => {
    assert.equal(await sandbox.stop(), 0);
    await cp(folderOf("first"), folderOf("cold"), { recursive: true });
    await rm(folderOf("first"), { recursive: true });
    await checkPromisesAt({ engine: "sqlite", folder: folderOf("cold") }, crowd.orders);
    crowd.use(await start("cold"));
    assert.deepEqual(await askAll(), answers);
  });

  test("F11: backed up while payments come in, it has all that was there before", async () => {
    const backedUp = crowd
      .when("approved", 5)
      .then(() => backUp(folderOf("cold"), folderOf("hot")))
      .then(() => crowd.when("approved", 5));
    await payUntil(crowd, backedUp);
    await sandbox.kill();
    await rm(folderOf("cold"), { recursive: true });
    crowd.use(await start("hot"));
    assert.deepEqual(await askAll(), answers);
    assert.equal(await sandbox.stop(), 0);
    assert.deepEqual(await faultsInBooks(folderOf("hot")), []);
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

/** As the page of the configuration tells it. */
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
