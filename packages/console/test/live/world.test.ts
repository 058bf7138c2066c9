import "../a-page.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, describe, test } from "node:test";
import { openControl } from "@varde/protocol/control-client";
import { aBank } from "@varde/testkit/bank";
import { aPayer, aPayment, ndct } from "@varde/testkit/payments";
import { aPsu, kari } from "@varde/testkit/psu";

const bank = await aBank();
Object.assign(location, { origin: bank.addresses.http });
const { rows } = await import("../../src/live/exchanges.ts");
const {
  changes,
  clock,
  connection,
  followWorlds,
  nextBatchAt,
  readClock,
  readWorlds,
  refreshSoon,
  selectWorld,
  worldId,
  worldNow,
  worlds,
} = await import("../../src/live/world.ts");

const waitMsMax = 30_000;

/** Waits for a condition. */
const until = async (isSo: () => boolean): Promise<void> => {
  const end = performance.now() + waitMsMax;
  while (!isSo()) {
    assert.ok(performance.now() < end, `waited in vain for ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** Lists the worlds as a page that is opened now does, and returns the id of the chosen one. */
const startAgain = async (): Promise<string | undefined> => {
  worldId.value = undefined;
  await readWorlds();
  return worldId.value;
};

const operations = () => rows.value.map(({ operation }) => operation);

// Before the console follows the sandbox, whose events cause readings as well.
test("reads once for many changes in a quarter of a second", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const earlier = changes.value;
  for (let at = 0; at < 20; at += 1) refreshSoon();
  t.mock.timers.tick(250);
  assert.equal(changes.value, earlier + 1);
  refreshSoon();
  t.mock.timers.tick(250);
  assert.equal(changes.value, earlier + 2);
});

describe("the console of a running sandbox", () => {
  after(() => bank.close());
  let following: Promise<void>;

  test("is live before the first request, without a world", async () => {
    assert.equal(connection.value, "connecting");
    following = followWorlds();
    await until(() => connection.value === "live");
    assert.deepEqual([worldId.value, worlds.value, rows.value], [undefined, [], []]);
  });

  test("shows the world that the first request of a TPP opens, with its requests", async () => {
    const payer = await aPayer(bank);
    await until(() => worldId.value !== undefined);
    await payer.create(ndct, aPayment());
    await until(() => operations()[0] === "createPayment");
    assert.deepEqual([operations().at(-1), worlds.value.length], ["listAccounts", 1]);
    assert.equal(worldId.value, worlds.value[0]?.worldId);
  });

  test("reads what it shows again after a change, with the clock and the next batch", async () => {
    // Twice, because the console may still be reading the world that it has just opened.
    for (const now of ["2027-02-01T08:00:00.000Z", "2027-02-01T09:00:00.000Z"]) {
      await until(() => clock.value !== undefined);
      const earlier = changes.value;
      await bank.clock.set(now);
      await (await aPayer(bank)).create(ndct, aPayment());
      await until(() => clock.value?.now === now);
      assert.ok(changes.value > earlier);
    }
    assert.ok(Date.parse(nextBatchAt.value ?? "") > worldNow());
  });

  test("shows a new TPP before its first request, and the requests of all TPPs", async () => {
    const first = worldId.value;
    const identity = await bank.authority.issueTppCertificate({
      name: "Other TPP",
      organisationNumber: "310000019",
      roles: ["PSP_AI"],
      kind: "working",
    });
    const control = openControl(bank.addresses.http, undefined);
    const body = { certificate: identity.certificatePem };
    const other = (await control.post("/worlds/find", { body })).worldId;
    await until(() => worlds.value.length === 2);
    assert.equal(worlds.value[1]?.tpp, "PSDNO-FSA-310000019");
    await aPsu(bank, kari, identity);
    await until(() => rows.value[0]?.worldId === other);
    assert.ok(operations().includes("createPayment"), "the other TPP's requests stay in the list");
    assert.equal(worldId.value, first, "the shown world does not change by itself");
    selectWorld(other);
    await until(() => clock.value?.motion === "running");
    assert.equal(worldId.value, other);
  });

  test("starts in the world that was used last, or in the one that is selected", async () => {
    const [first, other] = worlds.value.map((world) => world.worldId);
    const { worlds: listed } = await openControl(bank.addresses.http, undefined).get("/worlds");
    assert.ok((listed[0]?.lastUsedAt ?? 0) < (listed[1]?.lastUsedAt ?? 0), "to the millisecond");
    assert.equal(await startAgain(), other, "selected and used last");
    sessionStorage.clear();
    assert.equal(await startAgain(), other, "used last");
    await aPayer(bank);
    assert.equal(await startAgain(), first, "used last");
    selectWorld(other ?? "");
    assert.equal(await startAgain(), other, "selected");
  });

  test("says that the sandbox is away, and stops when a new one refuses the token", async () => {
    const { hostname, port } = new URL(bank.addresses.http);
    await bank.close();
    await until(() => connection.value === "away");
    await using sandbox = createServer((_, response) => {
      response.writeHead(403, { "content-type": "application/json" });
      response.end(JSON.stringify({ message: "a token is needed" }));
    });
    await once(sandbox.listen(Number(port), hostname), "listening");
    await following;
    assert.equal(connection.value, "refused");
    sandbox.closeAllConnections();
  });
});

describe("the time of a world", () => {
  const state = { now: "2027-02-01T08:00:00.000Z", aheadMs: 0, epoch: 0 };
  const start = Date.parse(state.now);

  test("runs on from the time that was read", (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
    clock.value = { ...state, motion: "running", readAt: 1_000_000 };
    assert.equal(worldNow(), start);
    t.mock.timers.tick(5_000);
    assert.equal(worldNow(), start + 5_000);
  });

  test("stays the same while the clock is stopped", (t) => {
    t.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
    clock.value = { ...state, motion: "fixed", readAt: 1_000_000 };
    t.mock.timers.tick(5_000);
    assert.equal(worldNow(), start);
  });

  test("stays known while the sandbox is away", async () => {
    clock.value = { ...state, motion: "fixed", readAt: 0 };
    await readClock();
    assert.equal(worldNow(), start);
  });
});
