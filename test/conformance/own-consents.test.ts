import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari, kariAtWork, ola, PageBrowser } from "@varde/testkit/psu";
import { expectRefusal } from "@varde/testkit/responses";
import { listAccountIds } from "./shared-accounts.ts";

describe("the bank's own consent page", () => {
  withBankOnBothEngines((bank) => {
    const signIn = async ({ customerNumber }: { readonly customerNumber: string }) => {
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open("/consents?lang=en");
      await browser.submit({ customerNumber, decision: "continue" });
      return browser;
    };

    it("SCA-15: shows what each TPP may see and revokes all of it", async () => {
      const psu = await aPsu(bank(), kari);
      const browser = await signIn(kari);
      assert.equal(browser.status, 200);
      assert.match(browser.page, /Test TPP/);
      assert.match(browser.page, /Brukskonto/);
      await browser.submit({ decision: "revoke" }, "consentId");
      assert.doesNotMatch(browser.page, /Test TPP/);
      expectRefusal(await psu.get("/v1/accounts"), 401, "CONSENT_INVALID");
    });

    it("shows when a TPP read which account, once it has", async () => {
      const psu = await aPsu(bank(), ola);
      const browser = await signIn(ola);
      assert.match(browser.page, /This service has not used the access yet/);
      assert.equal((await psu.get("/v1/accounts/ola-current/balances")).status, 200);
      assert.equal((await psu.get("/v1/accounts/kari-current/balances")).status, 404);
      // The access is recorded once its response was sent.
      while (!browser.page.includes("<time")) {
        await bank().bank.audit?.flush();
        await browser.open("/consents?lang=en");
      }
      const [row = "", ...others] = browser.page.split('class="accesses"').slice(1);
      assert.equal(others.length, 0);
      assert.match(row, /Balance <span class="under"><bdi>Brukskonto<\/bdi>/);
      assert.match(row, /<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d">[^<]+ at \d\d:\d\d<\/time>/);
      assert.equal(row.split("<time").length - 1, 1, "the refused access is not shown");
      await browser.open("/consents?lang=nb");
      assert.match(browser.page, /Siste oppslag/);
      await browser.submit({ decision: "revoke" }, "consentId");
    });

    it("SCA-16: hides a revoked account from the next call on, and keeps the others", async () => {
      const psu = await aPsu(bank(), kari);
      const path = "/v1/accounts/kari-current/balances";
      assert.equal((await psu.get(path)).status, 200);
      const browser = await signIn(kari);
      await browser.submit({ account: "kari-current" }, "consentId");
      expectRefusal(await psu.get(path), 403, "CONSENT_UNKNOWN");
      expectRefusal(await psu.getUnattended(path), 403, "CONSENT_UNKNOWN");
      assert.deepEqual(await listAccountIds(psu), ["kari-savings"]);
    });

    it("SCA-11: lets the PSU grant another account at the bank itself", async () => {
      const psu = await aPsu(bank(), { ...kari, accounts: ["kari-savings"] });
      const browser = await signIn(kari);
      const change = /href="(\/consents\/[\w-]+)"/.exec(browser.page)?.[1] ?? "";
      await browser.open(change);
      assert.match(browser.page, /value="kari-savings" checked/);
      await browser.submit({ account: ["kari-savings", "kari-current"], decision: "approve" });
      assert.deepEqual(await listAccountIds(psu), ["kari-current", "kari-savings"]);
      await browser.open(change);
      await browser.submit({ account: ["ola-current"], decision: "approve" });
      assert.equal(browser.status, 410, "only the PSU's own accounts can be granted");
      assert.deepEqual(await listAccountIds(psu), ["kari-current", "kari-savings"]);
    });

    it("SCA-19: shows a corporation's consents beside the PSU's own, under its name", async () => {
      await aPsu(bank(), kariAtWork);
      const browser = await signIn(kari);
      assert.match(browser.page, /Vardeberg Snekkerverksted AS/);
    });

    it("SCA-15: does not show or revoke another PSU's consents", async () => {
      const psu = await aPsu(bank(), kari);
      const own = await signIn(kari);
      const consentId = /name="consentId" value="([\w-]+)"/.exec(own.page)?.[1] ?? "";
      await aPsu(bank(), ola);
      const other = await signIn(ola);
      assert.doesNotMatch(other.page, new RegExp(consentId));
      await other.submit({ consentId, decision: "revoke" }, "consentId");
      assert.deepEqual(await listAccountIds(psu), ["kari-current", "kari-savings"]);
      await other.open(`/consents/${consentId}`);
      assert.equal(other.status, 410);
    });

    it("SCA-26: blocks the visit after five wrong identifications", async () => {
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open("/consents?lang=en");
      for (let attempt = 1; attempt < 5; attempt += 1) {
        await browser.submit({ customerNumber: "15819000066", decision: "continue" });
        assert.match(browser.page, /role="alert"/);
      }
      const last = browser.page;
      await browser.submit({ customerNumber: "15819000066", decision: "continue" });
      assert.equal(browser.status, 410);
      browser.page = last;
      await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
      assert.equal(browser.status, 410, "a correct number is refused after the block");
    });

    it("SCA-27: ends the visit after five idle minutes", async () => {
      await aPsu(bank(), kari);
      const browser = await signIn(kari);
      const worldId = await onlyWorld(bank());
      const now = await bank().clock.now(worldId);
      await bank().clock.setClock(worldId, now + 5 * 60_000 + 1, "fixed");
      const page = browser.page;
      await browser.submit({ decision: "revoke" }, "consentId");
      assert.equal(browser.status, 410);
      browser.page = page;
      await browser.open("/consents");
      assert.match(browser.page, /name="customerNumber"/);
      await bank().clock.releaseClock(worldId);
    });

    it("SCA-28: ignores a form without its token or from another site", async () => {
      const psu = await aPsu(bank(), kari);
      const browser = await signIn(kari);
      const page = browser.page;
      await browser.submit({ decision: "revoke", csrf: "guessed" }, "consentId");
      assert.equal(browser.status, 410);
      const csrf = /name="csrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
      const consentId = /name="consentId" value="([\w-]+)"/.exec(page)?.[1] ?? "";
      const foreign = await fetch(`${bank().addresses.http}/consents`, {
        method: "POST",
        headers: {
          cookie: `varde-own=${browser.cookie("varde-own")}`,
          origin: "https://evil.example",
        },
        body: new URLSearchParams({ step: "own-consents", csrf, consentId, decision: "revoke" }),
      });
      assert.equal(foreign.status, 410);
      assert.deepEqual(await listAccountIds(psu), ["kari-current", "kari-savings"]);
    });

    it("SCA-28: changes the cookie at sign-in, and forbids caching and framing", async () => {
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open("/consents");
      const before = browser.cookie("varde-own");
      await browser.submit({ customerNumber: kari.customerNumber, decision: "continue" });
      assert.notEqual(browser.cookie("varde-own"), before);
      assert.equal(browser.headers.get("cache-control"), "no-store");
      assert.equal(browser.headers.get("x-frame-options"), "DENY");
      assert.match(browser.headers.get("content-security-policy") ?? "", /default-src 'none'/);
    });
  });
});
