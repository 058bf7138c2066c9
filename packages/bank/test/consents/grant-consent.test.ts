import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { meet, onBothEngines } from "@varde/testkit/storage";
import fc from "fast-check";
import { findConsent } from "../../src/consents/consent-store.ts";
import { expireConsent } from "../../src/consents/expire-consent.ts";
import { grantConsent } from "../../src/consents/grant-consent.ts";
import { revokeConsent } from "../../src/consents/revoke-consent.ts";
import { bankMigrations } from "../../src/migrations/index.ts";
import {
  type ConsentKey,
  type ConsentState,
  consentState,
  consentTransitions,
  consentValidMs,
} from "../../src/records/consent.ts";
import { listEvents } from "../../src/records/event.ts";

let count = 0;
const ids = {
  newId: () => {
    count += 1;
    return `id-${String(count).padStart(8, "0")}`;
  },
  newSecret: () => "secret",
};
const nextKey = (): ConsentKey => ({
  worldId: "world",
  tppId: "tpp",
  personId: ids.newId(),
  agreementId: "agreement",
});

describe("granting consent", () => {
  onBothEngines(bankMigrations, (storage, engine) => {
    const grant = (key: ConsentKey, accountIds: readonly string[], at: number) =>
      storage().write(() =>
        grantConsent(
          { ...key, tppName: "TPP", brand: undefined, scope: "accounts", accountIds, at },
          ids,
        ),
      );
    const read = (key: ConsentKey) => storage().read(() => findConsent(key));

    it("SCA-14: the latest selection replaces the earlier ones", async () => {
      const choice = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
      await fc.assert(
        fc.asyncProperty(fc.array(choice, { minLength: 1, maxLength: 5 }), async (choices) => {
          const key = nextKey();
          for (const [at, accountIds] of choices.entries()) await grant(key, accountIds, at);
          const consent = await read(key);
          assert.deepEqual(consent?.accountIds, choices.at(-1)?.toSorted());
          assert.equal(consent?.renewedAt, choices.length - 1);
        }),
        { numRuns: 30 },
      );
    });

    it("the table of transitions says what each event does in each state", async () => {
      const at = consentValidMs * 3;
      const expire = async (key: ConsentKey, consentId: string) =>
        storage().write(() => expireConsent({ worldId: key.worldId, consentId, at }, ids));
      const revoke = (key: ConsentKey, consentId: string) =>
        storage().write(() =>
          revokeConsent({ ...key, consentId, accountId: undefined, at, actor: "PSU" }, ids),
        );
      const idOf = async (key: ConsentKey) => (await read(key))?.consentId ?? "none";
      const events = {
        granted: (key: ConsentKey) => grant(key, ["a"], at),
        expired: async (key: ConsentKey) => expire(key, await idOf(key)),
        revoked: async (key: ConsentKey) => revoke(key, await idOf(key)),
      };
      const paths: Readonly<Record<ConsentState, readonly (keyof typeof events)[]>> = {
        none: [],
        valid: ["granted"],
        expired: ["granted", "expired"],
        revoked: ["granted", "revoked"],
      };
      for (const [from, path] of Object.entries(paths) as [ConsentState, typeof paths.none][]) {
        for (const event of Object.keys(events) as (keyof typeof events)[]) {
          const key = nextKey();
          for (const before of path) await events[before](key);
          assert.equal(consentState(await read(key), at), from);
          await events[event](key);
          const to = consentTransitions[from][event] ?? from;
          assert.equal(consentState(await read(key), at), to, `${from} ${event}`);
        }
      }
    });

    it("SCA-15: a revoked account is removed, and a new grant gets a new grant date", async () => {
      const key = nextKey();
      await grant(key, ["a", "b"], 1);
      const consentId = (await read(key))?.consentId ?? "";
      const revoke = (accountId: string | undefined, personId = key.personId) =>
        storage().write(() =>
          revokeConsent({ worldId: "world", personId, consentId, accountId, at: 2 }, ids),
        );
      assert.equal(await revoke("a", "somebody else"), false);
      assert.equal(await revoke("a"), true);
      assert.equal(await revoke("a"), false);
      assert.deepEqual((await read(key))?.accountIds, ["b"]);
      assert.equal(await revoke(undefined), true);
      assert.deepEqual((await read(key))?.accountIds, []);
      await grant(key, ["b"], 3);
      assert.equal((await read(key))?.grantedAt, 3);
      await grant(key, ["b"], 4);
      assert.equal((await read(key))?.grantedAt, 3);
    });

    it("records what happened, when and by whom", async () => {
      const key = nextKey();
      await grant(key, ["a", "b"], 1);
      await grant(key, ["b", "c"], 2);
      const consentId = (await read(key))?.consentId ?? "";
      const events = await storage().read(() => listEvents(consentId));
      assert.deepEqual(
        events.map(({ name, detail, at }) => [name, detail, at]),
        [
          ["renewed", undefined, 1],
          ["granted", "a b", 1],
          ["renewed", undefined, 2],
          ["granted", "c", 2],
          ["revoked", "a", 2],
        ],
      );
      assert(events.every(({ actor }) => actor === key.personId));
    });

    it("two concurrent grants result in one of the two selections", async () => {
      const key = nextKey();
      await Promise.all([grant(key, ["a"], 1), grant(key, ["b", "c"], 1)]);
      const left = (await read(key))?.accountIds.join(" ") ?? "none";
      assert(["a", "b c"].includes(left), left);
    });

    // SQLite runs one unit at a time.
    if (engine === "sqlite") return;

    it("SCA-15: revoking waits for a concurrent grant and revokes it too", async () => {
      const key = nextKey();
      await grant(key, ["a"], 1);
      const consentId = (await read(key))?.consentId ?? "";
      const { worldId, personId } = key;
      const revocation = { worldId, personId, consentId, accountId: undefined, at: 3 };
      const wish = { tppName: "TPP", brand: undefined, scope: "accounts", at: 2 } as const;
      const [, isRevoked] = await meet(
        (unit) => storage().write(unit),
        () => grantConsent({ ...key, ...wish, accountIds: ["a", "b"] }, ids),
        () => storage().write(() => revokeConsent(revocation, ids)),
      );
      assert(isRevoked);
      assert.deepEqual((await read(key))?.accountIds, []);
    });
  });
});
