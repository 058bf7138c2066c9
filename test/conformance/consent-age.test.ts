import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stopClock, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari } from "@varde/testkit/psu";
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
      expectRefusal(await fresh.getUnattended(path), 401, "CONSENT_EXPIRED");
      const renewed = await renew(fresh, kari);
      assert.deepEqual(await listAccountIds(renewed), ["kari-current", "kari-savings"]);
    });

    it("LIM-30: starts no SCA for an expired consent while the PSU is not present", async () => {
      const psu = await aPsu(bank(), kari);
      const advance = await stopClock(bank());
      const fresh = await renew(psu, kari);
      await advance(180 * dayMs + 1);
      const path = "/v1/accounts/kari-current/balances";
      for (const redirect of ["https://tpp.example/back", undefined]) {
        const headers = { "PSU-IP-Address": undefined, "TPP-Redirect-URI": redirect };
        const expired = await fresh.send({ path, headers });
        assert.match(expectRefusal(expired, 401, "CONSENT_EXPIRED").text, /PSU-IP-Address/);
        assert.equal(expired.json._links, undefined);
      }
    });
  });
});
