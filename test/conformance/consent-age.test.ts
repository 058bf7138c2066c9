import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { stopClock, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari, ola } from "@varde/testkit/psu";
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

    it("LIM-14: a consent that expires by name needs a new SCA, others do not", async () => {
      const psu = await renew(await aPsu(bank(), kari), kari);
      const other = await aPsu(bank(), ola);
      await bank().consents.expire("Kari Nordli");
      expectRefusal(await psu.get("/v1/accounts"), 401, "CONSENT_EXPIRED");
      expectRefusal(await psu.getUnattended("/v1/accounts"), 401, "CONSENT_EXPIRED");
      assert.equal((await other.get("/v1/accounts")).status, 200);
      assert.deepEqual(await listAccountIds(await renew(psu, kari)), [
        "kari-current",
        "kari-savings",
      ]);
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
