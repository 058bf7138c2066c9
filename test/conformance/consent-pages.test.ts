import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { describe, it } from "node:test";
import { consentResponse, fundsConfirmationResponse } from "@varde/protocol";
import { dataSet } from "@varde/sandbox";
import { onlyWorld, withBankOnBothEngines } from "@varde/testkit/bank";
import { aPsu, kari, kariAtWork, ola, PageBrowser, redirectUri, TestPsu } from "@varde/testkit/psu";
import { expectBody, expectRefusal } from "@varde/testkit/responses";
import { aTpp } from "@varde/testkit/tpp";

const dayMs = 24 * 60 * 60_000;

describe("texts about consent for the PSU", () => {
  withBankOnBothEngines((bank) => {
    const ask = async (tpp = aTpp(bank())): Promise<string> => {
      const headers = { "TPP-Redirect-URI": redirectUri, "PSU-IP-Address": "192.0.2.1" };
      const path = "/v1/bank-offered-consents";
      const asked = await tpp.send({ method: "POST", path, headers });
      return new URL(expectBody(asked, 201, consentResponse)._links.scaRedirect.href).pathname;
    };
    const identify = async (path: string, customerNumber: string) => {
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open(`${path}?lang=en`);
      await browser.submit({ customerNumber, decision: "continue" });
      return browser;
    };
    const back = ({ page }: PageBrowser) =>
      new URL((/0; url=([^"]+)"/.exec(page)?.[1] ?? "").replaceAll("&amp;", "&"));

    it("SCA-13: keeps expired accounts ticked, and does not call them shared", async () => {
      await aPsu(bank(), ola);
      const open = await identify(await ask(), ola.customerNumber);
      assert.match(open.page, /value="ola-current" checked/);
      assert.match(open.page, /Shared now/);
      const worldId = await onlyWorld(bank());
      const later = (await bank().clock.now(worldId)) + 181 * dayMs;
      await bank().clock.setClock(worldId, later, "running");
      const over = await identify(await ask(), ola.customerNumber);
      assert.match(over.page, /value="ola-current" checked/);
      assert.doesNotMatch(over.page, /Shared now|remove a tick/);
    });

    it("SCA-14: says that nothing is shared when the PSU ticks nothing", async () => {
      const browser = await identify(await ask(), ola.customerNumber);
      await browser.submit({ account: [], decision: "approve" });
      assert.match(browser.page, /You chose no accounts/);
      assert.doesNotMatch(browser.page, /All done/);
    });

    it("SCA-12: accepts a checklist of thousands, and reports one that is too long", async () => {
      const ticked = (count: number) => Array.from({ length: count }, () => "ola-savings");
      const browser = await identify(await ask(), ola.customerNumber);
      const { page } = browser;
      await browser.submit({ account: ticked(60_000), decision: "approve" });
      assert.equal(browser.status, 413);
      assert.match(browser.page, /You chose too many at once/);
      browser.page = page;
      await browser.submit({ account: ticked(10_000), decision: "approve" });
      assert.equal(browser.status, 200);
      assert.match(browser.page, /All done/);
    });

    it("LIM-34: refuses a form of more than 64 kB on every page but the checklist", async () => {
      const account = Array.from({ length: 10_000 }, () => "ola-savings");
      const path = await ask();
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open(`${path}?lang=en`);
      await browser.submit({ customerNumber: ola.customerNumber, decision: "continue", account });
      assert.equal(browser.status, 413);
      for (const unknown of ["/sca/x", "/consents/x"]) {
        const response = await fetch(`${bank().addresses.http}${unknown}`, {
          method: "POST",
          body: new URLSearchParams(account.map((each) => ["account", each])),
        });
        assert.equal(response.status, 413, unknown);
      }
      const chunked = async (fields: readonly string[]): Promise<number | undefined> => {
        const headers = { "Content-Type": "application/x-www-form-urlencoded" };
        const sent = request(`${bank().addresses.http}${path}`, { method: "POST", headers });
        sent.write(fields.join("&"));
        sent.end();
        const [response] = await once(sent, "response");
        response.resume();
        return response.statusCode;
      };
      assert.equal(await chunked(account.map((each) => `account=${each}`)), 413);
      assert.equal(await chunked(["step=identify"]), 410);
      const checklist = await identify(path, ola.customerNumber);
      await checklist.submit({ account, decision: "approve" });
      assert.match(checklist.page, /All done/);
    });

    const certified = (role: "PSP_IC" | "PSP_AI") =>
      bank().authority.issueTppCertificate({
        name: "Kortvakt AS",
        organisationNumber: "314500180",
        roles: [role],
        kind: "working",
      });

    it("END-28: grants a TPP that only confirms funds nothing more", async () => {
      const tpp = aTpp(bank(), await certified("PSP_IC"));
      const link = await ask(tpp);
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open(`${link}?lang=en`);
      assert.match(browser.page, /asks to check whether your accounts have enough money/);
      await browser.submit({ customerNumber: ola.customerNumber, decision: "continue" });
      assert.match(browser.page, /The answer is yes or no/);
      assert.doesNotMatch(browser.page, /will see the name/);
      await browser.submit({ account: ["ola-current"], decision: "approve" });
      const parameters = back(browser).searchParams;
      const { bban } = dataSet.people.ola.current;
      const funds = await new TestPsu(bank(), tpp, { searchParams: parameters }).send({
        path: "/v1/funds-confirmations",
        body: { account: { bban }, instructedAmount: { amount: "1.00", currency: "NOK" } },
      });
      assert.equal(expectBody(funds, 200, fundsConfirmationResponse).fundsAvailable, true);
      const own = await identify("/consents", ola.customerNumber);
      assert.match(own.page, /Kortvakt AS[\s\S]*Can only ask whether/);
      // Once the same TPP may read accounts, it has to ask for consent to them.
      const reader = aTpp(bank(), await certified("PSP_AI"));
      const read = new TestPsu(bank(), reader, { searchParams: parameters });
      expectRefusal(await read.get("/v1/accounts"), 401, "CONSENT_INVALID");
      const balances = await read.get("/v1/accounts/ola-current/balances");
      expectRefusal(balances, 403, "CONSENT_UNKNOWN");
    });

    it("END-28: keeps granted accounts when the TPP asks about funds in another role", async () => {
      const reader = aTpp(bank(), await certified("PSP_AI"));
      const requester = aTpp(bank(), await certified("PSP_IC"));
      const accounts = ["kari-current"];
      const { customerNumber } = kari;
      await bank().sca.approve(await ask(reader), customerNumber, { accounts });
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open(`${await ask(requester)}?lang=en`);
      await browser.submit({ customerNumber, decision: "continue" });
      await browser.submit({ context: "PRIVATE", decision: "continue" });
      assert.match(browser.page, /will see the name/, "the page says what stays shared");
      await browser.submit({ account: accounts, decision: "approve" });
      const read = new TestPsu(bank(), reader, back(browser));
      const listed = await read.get("/v1/accounts");
      assert.equal(listed.json.accounts[0].resourceId, accounts[0]);
    });
  });

  withBankOnBothEngines((bank) => {
    const signIn = async () => {
      const browser = new PageBrowser(bank().addresses.http);
      await browser.open("/consents?lang=en");
      assert.doesNotMatch(browser.page, /value="refuse"/, "there is no address to return to");
      const { customerNumber } = kari;
      await browser.submit({ customerNumber, decision: "continue" });
      return browser;
    };

    it("SCA-15: stops sharing accounts that the PSU's agreement no longer includes", async () => {
      const psu = await aPsu(bank(), kariAtWork);
      assert.match((await signIn()).page, /Driftskonto/);
      const path = "/v1/sandbox/agreements/agreement-vardeberg";
      assert.equal((await psu.tpp.send({ method: "DELETE", path })).status, 204);
      assert.match((await signIn()).page, /No service has access to your accounts/);
    });

    it("SCA-15: says that access is removed when the PSU unticks everything", async () => {
      await aPsu(bank(), kari);
      const browser = await signIn();
      await browser.open(/href="(\/consents\/[\w-]+)"/.exec(browser.page)?.[1] ?? "");
      await browser.submit({ account: [], decision: "approve" });
      assert.match(browser.page, /The access has been removed/);
    });
  });
});
