import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { clientProfiles, clientTraps } from "@varde/conformance";
import { startBank, type TestBank } from "@varde/sandbox";
import type { Psu } from "@varde/tpp";
import { listFound } from "./a-careful-client.ts";
import { SdkClient } from "./sdk-client.ts";

describe("a TPP that uses the SDK", () => {
  let bank: TestBank;
  let sdk: SdkClient;
  let psu: Psu;
  before(async () => {
    bank = await startBank();
    await bank.clock.set("2026-11-16T12:00:00Z");
    sdk = new SdkClient(bank);
    psu = sdk.newPsu();
  });
  after(async () => {
    sdk.client.close();
    await bank.close();
  });

  test("makes no mistake with accounts and payments, for people and companies", async () => {
    await sdk.readAccounts(psu);
    await sdk.pay(psu);
    await sdk.readAccounts(sdk.newPsu(psu.memory.psuId), "CORPORATE");
    const readiness = await bank.readiness.read({ profile: "both-company" });
    assert.deepEqual(listFound(readiness), []);
  });

  /** Traps that act on the PSU's accounts; the others act on a payment. */
  const onAccounts = new Set(["trap-sca-anywhere", "trap-session-expired", "trap-revoked"]);

  for (const { id } of clientTraps) {
    test(`passes ${id}`, async () => {
      const { toSee } = await bank.readiness.arm(id);
      assert.match(toSee, /\.$/);
      await (onAccounts.has(id)
        ? sdk.withSca(psu, () => sdk.client.accounts.list(psu))
        : sdk.pay(psu));
      const { checks } = await bank.readiness.read();
      const check = checks.find((one) => one.id === id);
      assert.equal(check?.result, "passed", check?.seen ?? id);
    });
  }

  test("is ready in every profile", async () => {
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
    await bank.readiness.startOver();
    const { verdict, requests } = await bank.readiness.read({ profile: "aisp" });
    assert.match(verdict, /^Not ready: \d+ required checks not seen$/);
    assert.equal(requests, 0);
  });
});
