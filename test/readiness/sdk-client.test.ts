import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clientProfiles, clientTraps } from "@varde/conformance";
import { startBank, type TestBank } from "@varde/sandbox";
import type { Psu } from "@varde/tpp";
import { listFound } from "./a-careful-client.ts";
import { SdkClient } from "./sdk-client.ts";

/** Traps that act on the PSU's accounts; the others act on a payment. */
const onAccounts = new Set(["trap-sca-anywhere", "trap-session-expired", "trap-revoked"]);

describe("a TPP that uses the SDK", () => {
  let bank: TestBank;
  let sdk: SdkClient;
  before(async () => {
    bank = await startBank();
    await bank.clock.set("2026-11-16T12:00:00Z");
    sdk = new SdkClient(bank);
  });
  after(async () => {
    sdk.client.close();
    await bank.close();
  });

  /** Uses accounts and payments, for people and companies. */
  const useEverything = async () => {
    const psu = sdk.newPsu();
    await sdk.readAccounts(psu);
    await sdk.pay(psu);
    await sdk.readAccounts(sdk.newPsu(psu.memory.psuId), "CORPORATE");
    const readiness = await bank.readiness.read({ profile: "both-company" });
    return { psu, found: listFound(readiness) };
  };

  /** Walks into every trap, and returns what was seen of each. */
  const walkIntoTraps = async (psu: Psu) => {
    const seen = new Map<string, { readonly toSee: string; readonly check: unknown }>();
    for (const { id } of clientTraps) {
      const { toSee } = await bank.readiness.arm(id);
      await (onAccounts.has(id)
        ? sdk.withSca(psu, () => sdk.client.accounts.list(psu))
        : sdk.pay(psu));
      const { checks } = await bank.readiness.read();
      seen.set(id, { toSee, check: checks.find((one) => one.id === id)?.result });
    }
    return seen;
  };

  const walkOnce = async () => {
    const { psu, found } = await useEverything();
    return { found, traps: await walkIntoTraps(psu) };
  };
  let walked: ReturnType<typeof walkOnce> | undefined;
  /** The first test to need it waits for the whole walk, so each can run alone. */
  const walk = () => {
    walked ??= walkOnce();
    return walked;
  };

  test("makes no mistake with accounts and payments, for people and companies", async () => {
    assert.deepEqual((await walk()).found, []);
  });

  for (const { id } of clientTraps) {
    test(`passes ${id}`, async () => {
      const seen = (await walk()).traps.get(id);
      assert.match(seen?.toSee ?? "", /\.$/);
      assert.equal(seen?.check, "passed");
    });
  }

  test("is ready in every profile", async () => {
    await walk();
    for (const profile of clientProfiles) {
      const { verdict, checks } = await bank.readiness.read({ profile });
      const open = checks.filter(({ result, level }) => result !== "passed" && level === "must");
      assert.deepEqual(
        open.map(({ id, seen }) => `${id}: ${seen}`),
        [],
        profile,
      );
      assert.equal(verdict, "Ready", profile);
    }
  });

  test("has to show everything again after it started over", async () => {
    const other = await startBank();
    const fresh = new SdkClient(other);
    try {
      await fresh.readAccounts(fresh.newPsu());
      assert.notEqual((await other.readiness.read({ profile: "aisp" })).requests, 0);
      await other.readiness.startOver();
      const { verdict, requests } = await other.readiness.read({ profile: "aisp" });
      assert.match(verdict, /^Not ready: \d+ required checks not seen$/);
      assert.equal(requests, 0);
    } finally {
      fresh.client.close();
      await other.close();
    }
  });
});
