import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { after, before, describe, test } from "@varde/testkit/browser";
import { call, type Journey, startJourney } from "./a-journey.ts";
import { displayOfRun, followLink, inWords, openPage } from "./browsing-psu.ts";

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
const headersOf = (returned: Parameters) => ({
  "PSU-ID": returned["psu-id"],
  "PSU-Corporate-ID": returned["psu-corporate-id"],
  "TPP-Session-ID": returned["tpp-session-id"],
});

/** Calls GET /v1/accounts and returns the link to the checklist. */
const askForAccounts = async (headers: Readonly<Record<string, string | undefined>> = {}) => {
  const asked = await call(journey, { path: "/v1/accounts", headers });
  assert.equal(asked.status, 401, asked.text);
  return asked.json._links.scaRedirect.href as string;
};
const askForConsent = async (returned: Parameters) => {
  const path = "/v1/bank-offered-consents";
  const asked = await call(journey, { method: "POST", path, headers: headersOf(returned) });
  assert.equal(asked.status, 201, asked.text);
  return asked.json._links.scaRedirect.href as string;
};
const accountsOf = async (returned: Parameters): Promise<readonly string[]> => {
  const response = await call(journey, { path: "/v1/accounts", headers: headersOf(returned) });
  assert.equal(response.status, 200, response.text);
  return response.json.accounts.map((account: { resourceId: string }) => account.resourceId);
};

const display = displayOfRun(
  { language: "nb", screen: "phone" },
  { language: "en", screen: "desktop" },
);

describe(`a PSU shares accounts (${inWords(display)})`, () => {
  test("GEN-14: lets a new PSU choose accounts, and lists those for the TPP", async () => {
    const returned = await followLink(journey, await askForAccounts(), display, async (psu) => {
      await psu.identify(ola.customerNumber);
      await psu.at(psu.words.consent);
      assert.equal(await psu.page.getByRole("checkbox", { checked: true }).count(), 0);
      await psu.page.getByLabel("Brukskonto").check();
      await psu.press(psu.words.consentYes);
    });
    assert.deepEqual(Object.keys(returned), ["psu-id", "tpp-session-id", "context"]);
    assert.equal(returned.context, "PRIVATE");
    assert.deepEqual(await accountsOf(returned), ["ola-current"]);
  });

  test("SCA-14: ticks the earlier choice, and revokes what the PSU unticks", async () => {
    const all = await followLink(journey, await askForAccounts(), display, async (psu) => {
      await psu.identify(ingrid.customerNumber);
      await psu.at(psu.words.consent);
      for (const box of await psu.page.getByRole("checkbox").all()) await box.check();
      await psu.press(psu.words.consentYes);
    });
    assert.deepEqual(await accountsOf(all), ["ingrid-current", "ingrid-savings"]);
    const fewer = await followLink(journey, await askForConsent(all), display, async (psu) => {
      await psu.identify(ingrid.customerNumber);
      await psu.at(psu.words.consent);
      const boxes = psu.page.getByRole("checkbox");
      assert.equal(
        await psu.page.getByRole("checkbox", { checked: true }).count(),
        await boxes.count(),
      );
      await psu.page.getByLabel("Brukskonto").uncheck();
      await psu.press(psu.words.consentYes);
    });
    assert.equal(fewer["psu-id"], all["psu-id"]);
    assert.deepEqual(await accountsOf(fewer), ["ingrid-savings"]);
  });

  test("SCA-18: lets the PSU choose one of several companies", async () => {
    const returned = await followLink(journey, await askForAccounts(), display, async (psu) => {
      await psu.identify(henrik.customerNumber);
      await psu.choose(psu.words.company, skarvoy.name);
      await psu.at(psu.words.consent);
      assert.match((await psu.page.locator("main").textContent()) ?? "", /Skarvøy Sjømat AS/);
      for (const box of await psu.page.getByRole("checkbox").all()) await box.check();
      await psu.press(psu.words.consentYes);
    });
    assert.equal(returned.context, "CORPORATE");
    assert.match(returned["psu-corporate-id"] ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(await accountsOf(returned), ["skarvoy-current", "skarvoy-euro"]);
  });

  test("SCA-18: lets a private customer who acts for a company choose the company", async () => {
    const returned = await followLink(journey, await askForAccounts(), display, async (psu) => {
      await psu.identify(kari.customerNumber);
      await psu.choose(psu.words.context, vardeberg.name);
      await psu.at(psu.words.consent);
      await psu.page.getByLabel("Driftskonto").check();
      await psu.press(psu.words.consentYes);
    });
    assert.equal(returned.context, "CORPORATE");
    assert.deepEqual(await accountsOf(returned), ["vardeberg-current"]);
  });

  test("SCA-10: approves everything with the sandbox's outcome picker", async () => {
    const returned = await followLink(journey, await askForAccounts(), display, async (psu) => {
      await psu.identify(jonas.customerNumber);
      await psu.at(psu.words.consent);
      const picker = psu.page.getByRole("complementary");
      await picker.getByRole("button", { name: psu.words.approve, exact: true }).click();
    });
    assert.deepEqual(await accountsOf(returned), ["jonas-current", "jonas-savings"]);
  });

  test("RED-12: shares nothing after a cancellation, and tells the TPP", async () => {
    const returned = await followLink(journey, await askForAccounts(), display, async (psu) => {
      await psu.identify(ola.customerNumber);
      await psu.at(psu.words.consent);
      await psu.press(psu.words.consentNo);
    });
    assert.deepEqual(returned, {
      system: "sca",
      status: "401",
      code: "SCA_INVALID",
      message: "The PSU did not approve.",
    });
  });

  test("END-19: returns after one page when a PISP's PSU identifies", async () => {
    const asked = await call(journey, { path: "/v1/user" });
    const returned = await followLink(journey, asked.json._links.scaRedirect.href, display, (psu) =>
      psu.identify(ola.customerNumber),
    );
    const user = await call(journey, { path: "/v1/user", headers: headersOf(returned) });
    assert.equal(user.json.psuId, returned["psu-id"]);
  });

  test("SCA-15: lets a PSU change and remove shared accounts at the bank itself", async () => {
    const returned = await followLink(journey, await askForAccounts(), display, async (psu) => {
      await psu.identify(ola.customerNumber);
      await psu.at(psu.words.consent);
      await psu.page.getByLabel("Brukskonto").check();
      await psu.press(psu.words.consentYes);
    });
    await openPage(journey, "/consents", display, async (psu) => {
      await psu.identify(ola.customerNumber);
      await psu.at(psu.words.own);
      await psu.page.getByRole("link", { name: psu.words.ownChange }).click();
      await psu.at(psu.words.consent);
      for (const box of await psu.page.getByRole("checkbox").all()) await box.check();
      await psu.press(psu.words.consentYes);
      await psu.at(psu.words.own);
      assert.deepEqual(await accountsOf(returned), ["ola-current", "ola-savings"]);
      await psu.page.getByRole("button", { name: psu.words.ownRevoke }).click();
      await psu.page.getByText(psu.words.ownRevoked).waitFor();
      await psu.at(psu.words.own);
    });
    const gone = await call(journey, { path: "/v1/accounts", headers: headersOf(returned) });
    assert.equal(gone.json.tppMessages[0].code, "CONSENT_INVALID");
  });
});
