import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { WorldControl } from "@varde/sandbox";
import { all, sql } from "@varde/storage";
import { aBank } from "@varde/testkit/bank";
import { aTpp } from "@varde/testkit/tpp";

const dayMs = 86_400_000;

/** Starts a bank with the worlds of two TPPs, and counts the clearing runs of each. */
const twoWorlds = async () => {
  const bank = await aBank({ expectsErrors: true });
  await bank.clock.read();
  const identity = await bank.authority.issueTppCertificate({
    name: "Other TPP",
    organisationNumber: "310000001",
    roles: ["PSP_AI"],
    kind: "working",
  });
  await aTpp(bank, identity).send({ path: "/v1/sandbox/customers" });
  // In the order in which the bank processes them.
  const rows = await bank.storage.read(() =>
    all<{ world_id: string }>(sql`select distinct world_id from tpp`),
  );
  const ids = rows.map(({ world_id: worldId }) => worldId);
  const [first, second] = (await Promise.all(ids.map(bank.controlOf))) as [
    WorldControl,
    WorldControl,
  ];
  // Batches are counted from here on.
  await Promise.all([first.clock.advance(0), second.clock.advance(0)]);
  let runs = 0;
  const firstClears = Promise.withResolvers<void>();
  const secondClears = new Promise<void>((resolve) => {
    Object.assign(bank.bank.coreBank, {
      runClearing: async (worldId: string) => {
        if (worldId !== ids[0]) return resolve();
        runs += 1;
        firstClears.resolve();
      },
    });
  });
  const cleared = { firstClears: firstClears.promise, secondClears, runs: () => runs };
  return { bank, first, second, firstId: ids[0], ...cleared };
};

describe("the worlds of two TPPs", { timeout: 300_000 }, () => {
  test("F06: a world whose batches fail does not stop other worlds", async () => {
    const { bank, firstId, second, secondClears } = await twoWorlds();
    Object.assign(bank.bank.clock, {
      epoch: async (worldId: string) => {
        if (worldId === firstId) throw new RangeError("this world has no time");
        return 0;
      },
    });
    await second.clock.set(Date.now() + 7 * dayMs);
    await secondClears;
    await bank.close();
  });

  test("F06: a world whose core bank does not respond does not stop other worlds", async () => {
    const { bank, firstId, first, second } = await twoWorlds();
    const secondClears = Promise.withResolvers<void>();
    Object.assign(bank.bank.coreBank, {
      runClearing: (worldId: string) => {
        if (worldId !== firstId) secondClears.resolve();
        return secondClears.promise;
      },
    });
    await Promise.all([
      first.clock.set(Date.now() + 7 * dayMs),
      second.clock.set(Date.now() + 7 * dayMs),
    ]);
    await secondClears.promise;
    await bank.close();
  });

  test("F08: a world that is years behind yields to others, and to a stop", async () => {
    const { bank, first, second, firstClears, secondClears, runs } = await twoWorlds();
    await first.clock.set(Date.now() + 9 * 365 * dayMs);
    await firstClears;
    await second.clock.set(Date.now() + 7 * dayMs);
    await secondClears;
    assert.ok(runs() < 200, `${runs()} batches of the other world ran before`);
    await bank.close();
    assert.ok(runs() < 1_000, `${runs()} batches ran before the stop`);
  });
});
