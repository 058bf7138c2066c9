import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stopClock, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, finishSca, kari, TestPsu } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { listAccountIds, renew } from "./shared-accounts.ts";

const dayMs = 24 * 60 * 60_000;

describe("the age of a consent", () => {
  withBankOnBothEngines((bank) => {
    it("LIM-14: accepts a consent for 180 days and not a millisecond longer", async () => {
      const psu = await aPsu(bank(), kari);
      const advance = await stopClock(bank());
      const fresh = await renew(psu, kari);
      await advance(180 * dayMs);
      const path = "/v1/accounts/kari-current/balances";
      assert.equal((await fresh.getUnattended(path)).status, 200);
      await advance(1);
      const expired = await fresh.getUnattended(path);
      expectRefusal(expired, 401, "CONSENT_EXPIRED");
      const { searchParams: parameters } = await finishSca(
        bank(),
        expired.json._links.scaRedirect.href,
        kari,
      );
      const renewed = new TestPsu(bank(), psu.tpp, { searchParams: parameters });
      assert.deepEqual(await listAccountIds(renewed), ["kari-current", "kari-savings"]);
    });
  });
});
