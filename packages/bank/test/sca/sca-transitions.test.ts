import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scaStatuses } from "@varde/protocol";
import {
  canMoveSca,
  findScaByCallback,
  findScaByLink,
  listScas,
  listScasInApp,
  moveSca,
} from "../../src/sca/sca-store.ts";
import { nextScaStatus, type ScaEvent } from "../../src/sca/sca-transitions.ts";
import { aPending, openScaBank } from "./an-sca-bank.ts";

const events: Readonly<Record<ScaEvent, true>> = {
  opened: true,
  begun: true,
  returned: true,
  misidentified: true,
  identified: true,
  contextChosen: true,
  approved: true,
  approvedInApp: true,
  failed: true,
};

/** A second copy of the table, so that adding or removing a transition fails this test. */
const expected = [
  "received opened started",
  "received approvedInApp finalised",
  "received failed failed",
  "started opened started",
  "started begun started",
  "started returned started",
  "started misidentified started",
  "started identified psuAuthenticated",
  "started failed failed",
  "psuAuthenticated begun psuAuthenticated",
  "psuAuthenticated returned psuAuthenticated",
  "psuAuthenticated contextChosen psuAuthenticated",
  "psuAuthenticated approved finalised",
  "psuAuthenticated failed failed",
];

const allowed = scaStatuses.flatMap((from) =>
  (Object.keys(events) as ScaEvent[]).flatMap((event) => {
    const to = nextScaStatus(from, event);
    return to === undefined ? [] : [`${from} ${event} ${to}`];
  }),
);

test("an SCA moves by the transitions of the table and no others", () => {
  assert.deepEqual(allowed.toSorted(), expected.toSorted());
});

test("an event that the table does not contain is refused before anything is written", async () => {
  await using scas = await openScaBank();
  for (const status of scaStatuses) {
    const sca = await scas.store({ status });
    for (const event of Object.keys(events) as ScaEvent[]) {
      const isAllowed = expected.some((row) => row.startsWith(`${status} ${event} `));
      assert.equal(canMoveSca(sca, event), isAllowed);
      if (!isAllowed) assert.throws(() => moveSca(sca, event, 0).next(), /cannot be/);
    }
    assert.deepEqual(await scas.read(sca.scaId), sca);
  }
});

test("a move stores the status, what was found, the time and the next version", async () => {
  await using scas = await openScaBank();
  const { storage } = scas.bank;
  const sca = await scas.store({ status: "started", pending: aPending, callbackHash: "h" });
  const found = { personId: "kari", attempts: 3 };
  const moved = await storage.write(() => moveSca(sca, "identified", 17, found));
  const none = { pending: undefined, callbackHash: undefined };
  const after = {
    ...sca,
    ...none,
    ...found,
    status: "psuAuthenticated",
    touchedAt: 17,
    version: 2n,
  };
  assert.deepEqual({ ...moved }, after);
  assert.deepEqual({ ...(await scas.read(sca.scaId)) }, after);
});

test("of two moves of the same SCA, the second changes nothing", async () => {
  await using scas = await openScaBank();
  const { storage } = scas.bank;
  const sca = await scas.store({ status: "started" });
  const first = await storage.write(() => moveSca(sca, "begun", 1, { callbackHash: "first" }));
  const second = await storage.write(() => moveSca(sca, "begun", 2, { callbackHash: "second" }));
  assert.deepEqual([first?.callbackHash, second], ["first", undefined]);
  assert.deepEqual(await scas.read(sca.scaId), first);
});

test("an SCA is found by its link, by its callback, by its subject and in the app", async () => {
  await using scas = await openScaBank();
  const { storage } = scas.bank;
  const about = { subjectKind: "payment", subjectId: "p", callbackHash: "c" } as const;
  const inApp = { channel: "app", expectedPersonId: "kari" } as const;
  const sca = await scas.store({ ...about, ...inApp });
  await scas.store({ ...inApp, status: "started" });
  await scas.store({ ...inApp, channel: "redirect" });
  assert.deepEqual(await storage.read(() => findScaByLink(sca.linkHash)), sca);
  assert.deepEqual(await storage.read(() => findScaByCallback("c")), sca);
  assert.deepEqual(await storage.read(() => listScas("payment", "p")), [sca]);
  assert.deepEqual(await storage.read(() => listScas("cancellation", "p")), []);
  assert.deepEqual(await storage.read(() => listScasInApp("w", "kari")), [sca]);
  assert.deepEqual(await storage.read(() => listScasInApp("w", "ola")), []);
});

test("sca-store is the only file that updates an SCA", () => {
  const source = join(import.meta.dirname, "../../src");
  const writers = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && /update sca\b/.test(readFileSync(join(source, path), "utf8")),
  );
  assert.deepEqual(writers, [join("sca", "sca-store.ts")]);
});
