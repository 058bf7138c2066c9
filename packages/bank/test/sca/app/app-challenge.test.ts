import assert from "node:assert/strict";
import { test } from "node:test";
import { meet, onBothEngines } from "@varde/testkit/storage";
import { bankMigrations } from "../../../src/migrations/index.ts";
import {
  type AppChallengeRecord,
  listWaiting,
  storeChallenge,
} from "../../../src/sca/app/app-challenge.ts";

const now = Date.parse("2026-11-19T12:00:00Z");
const user = { worldId: "world", personId: "person" };

const aChallenge = (challengeId: string): AppChallengeRecord => ({
  ...{ ...user, challengeId, scaId: undefined, step: "identify", subject: "identification" },
  ...{ text: "Identify yourself", message: "message", code: "0000", evidence: undefined },
  ...{ status: "waiting", expiresAt: now + 1 },
});

onBothEngines(bankMigrations, (storage, engine) => {
  // SQLite has a single writer.
  if (engine === "sqlite") return;

  test("HDR-36: two processes together store no more challenges than may wait", async () => {
    const store = (challengeId: string) => storeChallenge(aChallenge(challengeId), now, 3);
    await storage().write(() => store("1"));
    await storage().write(() => store("2"));
    const stored = await meet(
      (unit) => storage().write(unit),
      () => store("3"),
      () => storage().write(() => store("4")),
    );
    assert.deepEqual(stored, [true, false]);
    const waiting = await storage().read(() => listWaiting(user, now));
    assert.deepEqual(
      waiting.map(({ challengeId }) => challengeId),
      ["1", "2", "3"],
    );
  });
});
