import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import { call, type Journey, startJourney } from "./a-journey.ts";
import { inWords, type Way, walkAt, walkTo } from "./a-walk.ts";

const { kari, ola, ingrid, jonas } = dataSet.people;
const { henrik } = dataSet.representatives;
const { skarvoy, vardeberg } = dataSet.companies;

let journey: Journey;
before(async () => {
  journey = await startJourney();
});
after(() => journey?.close());

type Parameters = Readonly<Record<string, string>>;

/** Returns the headers of a PSU from the parameters of a redirect. */
const headersOf = (told: Parameters) => ({
  "PSU-ID": told["psu-id"],
  "PSU-Corporate-ID": told["psu-corporate-id"],
  "TPP-Session-ID": told["tpp-session-id"],
});

/** Calls GET /v1/accounts and returns the link to the checklist. */
const askForAccounts = async (headers: Readonly<Record<string, string | undefined>> = {}) => {
  const asked = await call(journey, { path: "/v1/accounts", headers });
  assert.equal(asked.status, 401, asked.text);
  return asked.json._links.scaRedirect.href as string;
};
const askForConsent = async (told: Parameters) => {
  const path = "/v1/bank-offered-consents";
  const asked = await call(journey, { method: "POST", path, headers: headersOf(told) });
  assert.equal(asked.status, 201, asked.text);
  return asked.json._links.scaRedirect.href as string;
};
const accountsOf = async (told: Parameters): Promise<readonly string[]> => {
  const answer = await call(journey, { path: "/v1/accounts", headers: headersOf(told) });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.accounts.map((account: { resourceId: string }) => account.resourceId);
};

const ways: readonly Way[] = [
  { language: "en", screen: "desktop" },
  { language: "nb", screen: "phone" },
];

for (const way of ways) {
  describe(`a PSU shares accounts (${inWords(way)})`, () => {
    test("GEN-14: lets a new PSU choose accounts, and lists those for the TPP", async () => {
      const told = await walkTo(journey, await askForAccounts(), way, async (walk) => {
        await walk.identify(ola.customerNumber);
        await walk.at(walk.words.consent);
        assert.equal(await walk.page.getByRole("checkbox", { checked: true }).count(), 0);
        await walk.page.getByLabel("Brukskonto").check();
        await walk.press(walk.words.consentYes);
      });
      assert.deepEqual(Object.keys(told), ["psu-id", "tpp-session-id", "context"]);
      assert.equal(told.context, "PRIVATE");
      assert.deepEqual(await accountsOf(told), ["ola-current"]);
      // Revokes what was granted, for the test in the other language.
      await walkTo(journey, await askForConsent(told), way, async (walk) => {
        await walk.identify(ola.customerNumber);
        await walk.page.getByLabel("Brukskonto").uncheck();
        await walk.press(walk.words.consentYes);
      });
    });

    test("SCA-14: ticks the earlier choice, and revokes what the PSU unticks", async () => {
      const all = await walkTo(journey, await askForAccounts(), way, async (walk) => {
        await walk.identify(ingrid.customerNumber);
        await walk.at(walk.words.consent);
        for (const box of await walk.page.getByRole("checkbox").all()) await box.check();
        await walk.press(walk.words.consentYes);
      });
      assert.deepEqual(await accountsOf(all), ["ingrid-current", "ingrid-savings"]);
      const fewer = await walkTo(journey, await askForConsent(all), way, async (walk) => {
        await walk.identify(ingrid.customerNumber);
        await walk.at(walk.words.consent);
        const boxes = walk.page.getByRole("checkbox");
        assert.equal(
          await walk.page.getByRole("checkbox", { checked: true }).count(),
          await boxes.count(),
        );
        await walk.page.getByLabel("Brukskonto").uncheck();
        await walk.press(walk.words.consentYes);
      });
      assert.equal(fewer["psu-id"], all["psu-id"]);
      assert.deepEqual(await accountsOf(fewer), ["ingrid-savings"]);
    });

    test("SCA-18: lets the PSU choose one of several companies", async () => {
      const told = await walkTo(journey, await askForAccounts(), way, async (walk) => {
        await walk.identify(henrik.customerNumber);
        await walk.choose(walk.words.company, skarvoy.name);
        await walk.at(walk.words.consent);
        assert.match((await walk.page.locator("main").textContent()) ?? "", /Skarvøy Sjømat AS/);
        for (const box of await walk.page.getByRole("checkbox").all()) await box.check();
        await walk.press(walk.words.consentYes);
      });
      assert.equal(told.context, "CORPORATE");
      assert.match(told["psu-corporate-id"] ?? "", /^[0-9a-f-]{36}$/);
      assert.deepEqual(await accountsOf(told), ["skarvoy-current", "skarvoy-euro"]);
    });

    test("SCA-18: lets a private customer who acts for a company choose the company", async () => {
      const told = await walkTo(journey, await askForAccounts(), way, async (walk) => {
        await walk.identify(kari.customerNumber);
        await walk.choose(walk.words.context, vardeberg.name);
        await walk.at(walk.words.consent);
        await walk.page.getByLabel("Driftskonto").check();
        await walk.press(walk.words.consentYes);
      });
      assert.equal(told.context, "CORPORATE");
      assert.deepEqual(await accountsOf(told), ["vardeberg-current"]);
    });

    test("SCA-10: approves everything with the sandbox's outcome picker", async () => {
      const told = await walkTo(journey, await askForAccounts(), way, async (walk) => {
        await walk.identify(jonas.customerNumber);
        await walk.at(walk.words.consent);
        const picker = walk.page.getByRole("complementary");
        await picker.getByRole("button", { name: walk.words.approve, exact: true }).click();
      });
      assert.deepEqual(await accountsOf(told), ["jonas-current", "jonas-savings"]);
    });

    test("RED-12: shares nothing after a cancellation, and tells the TPP", async () => {
      const told = await walkTo(journey, await askForAccounts(), way, async (walk) => {
        await walk.identify(ola.customerNumber);
        await walk.at(walk.words.consent);
        await walk.press(walk.words.consentNo);
      });
      assert.deepEqual(told, {
        system: "sca",
        status: "401",
        code: "SCA_INVALID",
        message: "The PSU did not approve.",
      });
    });

    test("END-19: returns after one page when a PISP's PSU identifies", async () => {
      const asked = await call(journey, { path: "/v1/user" });
      const told = await walkTo(journey, asked.json._links.scaRedirect.href, way, (walk) =>
        walk.identify(ola.customerNumber),
      );
      const user = await call(journey, { path: "/v1/user", headers: headersOf(told) });
      assert.equal(user.json.psuId, told["psu-id"]);
    });

    test("SCA-15: lets a PSU change and remove shared accounts at the bank itself", async () => {
      const told = await walkTo(journey, await askForAccounts(), way, async (walk) => {
        await walk.identify(ola.customerNumber);
        await walk.at(walk.words.consent);
        await walk.page.getByLabel("Brukskonto").check();
        await walk.press(walk.words.consentYes);
      });
      await walkAt(journey, "/consents", way, async (walk) => {
        await walk.identify(ola.customerNumber);
        await walk.at(walk.words.own);
        await walk.page.getByRole("link", { name: walk.words.ownChange }).click();
        await walk.at(walk.words.consent);
        for (const box of await walk.page.getByRole("checkbox").all()) await box.check();
        await walk.press(walk.words.consentYes);
        await walk.at(walk.words.own);
        assert.deepEqual(await accountsOf(told), ["ola-current", "ola-savings"]);
        await walk.page.getByRole("button", { name: walk.words.ownRevoke }).click();
        await walk.page.getByText(walk.words.ownRevoked).waitFor();
        await walk.at(walk.words.own);
      });
      const gone = await call(journey, { path: "/v1/accounts", headers: headersOf(told) });
      assert.equal(gone.json.tppMessages[0].code, "CONSENT_INVALID");
    });
  });
}
