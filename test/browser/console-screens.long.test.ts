import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dataSet } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { before, describe, findBarriers, test } from "@varde/testkit/browser";
import { aPsu, type TestPsu } from "@varde/testkit/psu";
import { headerValue } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import { aBankSuite, desktop, openConsole } from "./a-bank-suite.ts";
import { withPage } from "./a-journey.ts";
import { feedConsole } from "./feed-console.ts";

const controlToken = "token-of-the-test";

describe("the screens of the console in a browser", () => {
  const suite = aBankSuite({ controlToken });
  let psu: TestPsu;
  before(async () => {
    psu = await aPsu(suite.bank);
  });
  const visit = (path: string, walk: (page: Page) => Promise<void>) =>
    withPage(
      suite,
      async (page) => {
        await openConsole(page, suite, path);
        await walk(page);
        assert.deepEqual(await findBarriers(page), []);
      },
      desktop,
    );

  test("a customer's balance is plotted, booked on and searched", () =>
    visit("/#/people", async (page) => {
      const { kari } = dataSet.people;
      await page.getByLabel("Search people").fill(kari.current.bban);
      await page.getByRole("link", { name: new RegExp(`^${kari.name}`) }).click();
      await page.getByRole("link", { name: "Brukskonto" }).click();
      const account = page.getByRole("article", { name: "Account" });
      await account.getByRole("img", { name: /^Balance in NOK/ }).waitFor();
      await account.getByText("Book a transaction").click();
      await account.getByLabel("Amount").fill("-12.34");
      await account.getByLabel("Other party").fill("<b>Kiosk</b>");
      await account.getByRole("button", { name: "Book", exact: true }).click();
      await page.getByText("Booked -12.34 NOK.").waitFor();
      await account.getByLabel("Search transactions").fill("kiosk 12.34");
      await account.getByRole("listitem").filter({ hasText: "<b>Kiosk</b>" }).waitFor();
      await account.getByText("Numbers").click();
    }));

  test("a company is added, renamed and given an agreement; a consent shows the calls left", () =>
    visit("/#/people", async (page) => {
      await page.getByText("Add a customer").click();
      await page.getByLabel("Name", { exact: true }).fill("Konsoll AS");
      await page.getByLabel("Customer number").fill("310000026");
      await page.getByRole("combobox", { name: "Kind" }).selectOption("CORPORATE");
      await page.getByRole("button", { name: "Add" }).click();
      const customer = page.getByRole("article", { name: "Customer" });
      await customer.getByRole("heading", { name: "Konsoll AS" }).waitFor();
      await customer.getByText("Rename").click();
      await customer.getByLabel("New name").fill("Skjerm AS");
      await customer.getByRole("button", { name: "Save the name" }).click();
      await customer.getByRole("heading", { name: "Skjerm AS" }).waitFor();
      await customer.getByText("Add an agreement").click();
      await customer.getByRole("button", { name: "Add" }).click();
      await customer.getByRole("button", { name: "Delete the agreement" }).click();
      assert.deepEqual(await findBarriers(page), []);
      await customer.getByRole("button", { name: "Confirm: Delete the agreement" }).click();
      await page.getByText("Deleted the agreement Skjerm AS.").waitFor();
      await page.getByRole("link", { name: "Consents" }).click();
      await page.getByRole("row", { name: /Brukskonto.*4 of 4.*4 of 4/ }).waitFor();
    }));

  test("a recording of the world is saved, and a replay of it shows no difference", () =>
    visit("/#/scenarios", async (page) => {
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Save a recording" }).click(),
      ]);
      assert.equal(saved.suggestedFilename(), "varde-recording.har");
      await using bank = await aBank({ replay: readFileSync(await saved.path(), "utf8") });
      assert.deepEqual(bank.replay?.differences, []);
      assert.deepEqual(bank.replay?.skipped, []);
    }));

  test("a scenario is armed, matches and is removed; a snapshot is saved and imported", () =>
    visit("/#/scenarios", async (page) => {
      await page.getByText("Arm a scenario").click();
      await page.getByLabel("Effect").selectOption({ label: "Request: 503" });
      await page.getByLabel("Operation").fill("listAccounts");
      // The page reads its list every two seconds, and must leave the form as it is.
      await page.waitForResponse(/\/control\/v1\/scenarios/);
      await page.waitForResponse(/\/control\/v1\/scenarios/);
      await page.getByRole("button", { name: "Arm", exact: true }).click();
      await page
        .getByRole("row", { name: /refused with 503 listAccounts, once armed 0/ })
        .waitFor();
      assert.equal((await psu.get("/v1/accounts")).status, 503);
      await page.getByRole("row", { name: /used up 1/ }).waitFor();
      await page.getByRole("button", { name: "Remove: refused with 503" }).click();
      await page.getByText("None is armed.").waitFor();
      await page.getByText("Save a snapshot").click();
      await page.getByLabel("Name").fill("before");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Download before" }).click(),
      ]);
      await page.getByLabel("Import a world").setInputFiles(await file.path());
      await page.getByText("Imported").waitFor();
      await page.getByRole("button", { name: "Restore before" }).click();
      await page.getByText("Restored before.").waitFor();
    }));

  test("certificates are listed with their requests, and a broken one is made and downloaded", () =>
    visit("/#/tpps", async (page) => {
      await psu.send({
        path: "/v1/accounts",
        tamper: (headers) => {
          const signature = headerValue(headers, "signature") ?? "";
          const serial = /SN=(\w+)/.exec(signature)?.[1] ?? "";
          headers.Signature = signature.replace(serial, serial.toLowerCase());
        },
      });
      const seen = page.getByRole("article", { name: "Test TPP" });
      await seen.getByText(/\d+ requests, \d+ refused/).waitFor();
      await seen.getByRole("listitem").filter({ hasText: "lower-case digits1 time" }).waitFor();
      await page.getByText("Make a certificate").click();
      await page.getByLabel("Name of the TPP").fill("Expired AS");
      await page.getByRole("combobox", { name: "Kind" }).selectOption("expired");
      await page.getByRole("button", { name: "Make", exact: true }).click();
      const made = page.getByRole("article", { name: "Expired AS" });
      await made.getByText("not valid now").waitFor();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        made.getByRole("button", { name: "Download key.pem" }).click(),
      ]);
      assert.match(readFileSync(await file.path(), "utf8"), /BEGIN PRIVATE KEY/);
    }));

  test("figures open on a period in which there were requests", () =>
    visit("/", async (page) => {
      await psu.get("/v1/accounts");
      // As if the last request was a while ago.
      await page.route(/figures\?period=minute/, async (route) => {
        const response = await route.fetch();
        const figures = await response.json();
        await route.fulfill({ json: { ...figures, total: { ...figures.total, requests: 0 } } });
      });
      await page.getByRole("link", { name: "Figures" }).click();
      await page.getByRole("button", { name: "Last hour", pressed: true }).waitFor();
    }));

  test("readiness shows the verdict, a mistake with its request, and sets a trap", () =>
    visit("/#/readiness", async (page) => {
      await psu.get("/v1/accounts", { "PSU-IP-Address": "10.0.0.7" });
      await page.getByRole("heading", { name: /^Not ready: 1 required check failed/ }).waitFor();
      await page.getByRole("listitem").filter({ hasText: "10.0.0.7 is not a public" }).waitFor();
      await page.getByLabel("Profile").selectOption({ label: "Payments" });
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Report" }).click();
      const report = readFileSync(await (await saved).path(), "utf8");
      assert.match(report, /<h1>Not ready: 1 required check failed/);
      assert.match(report, /<dd>pisp<\/dd>.*not a public address/s);
      await page.getByRole("button", { name: "Set this trap: trap-503" }).click();
      await page.getByText("trap-503 is armed.").waitFor();
      await page.getByText("Waiting for your next request").waitFor();
      assert.equal((await psu.get("/v1/accounts")).status, 503);
      await page.getByText("Waiting for the same request again").waitFor();
      await psu.get("/v1/accounts");
      await page.getByText("came before Retry-After had passed").first().waitFor();
      await page
        .getByRole("link", { name: /^request \d+/ })
        .first()
        .click();
      await page.getByRole("article", { name: "Request" }).waitFor();
      await page.goto(`${suite.bank.addresses.http}/#/readiness`);
      await page.getByRole("button", { name: "Start over" }).click();
      await page.getByText("0 requests judged.").waitFor();
    }));

  test("figures show plots, the same numbers as a table, and refusals by code", () =>
    visit("/#/figures", async (page) => {
      await psu.tpp.send({ path: "/v1/accounts" });
      await page.getByRole("button", { name: "Last hour" }).click();
      await page.getByRole("img", { name: /^Latency in ms/ }).waitFor();
      await page.getByRole("row", { name: /HTTP_HEADER_REQUIRED 1/ }).waitFor();
      await page.getByText("Numbers").first().click();
      const region = page.getByRole("region", { name: "Numbers of Requests per second" });
      assert.equal(await region.getByRole("row").count(), 61);
    }));

  test("A22: the console asks for the token through a proxy or takes it from a link", async () => {
    const proxied = { ...desktop, extraHTTPHeaders: { "x-forwarded-for": "192.0.2.1" } };
    await withPage(
      suite,
      async (page) => {
        await page.goto(suite.bank.addresses.http);
        await page.getByLabel("Control token").fill("wrong");
        await page.getByRole("button", { name: "Open the console" }).click();
        await page.getByText("The sandbox refused this token.").waitFor();
        await page.getByLabel("Control token").fill(controlToken);
        assert.deepEqual(await findBarriers(page), []);
        await page.getByRole("button", { name: "Open the console" }).click();
        await page.getByText("Live", { exact: true }).waitFor();
      },
      proxied,
    );
    await withPage(
      suite,
      async (page) => {
        await openConsole(page, suite, `/#control-token=${controlToken}`);
        assert.equal(page.url(), `${suite.bank.addresses.http}/`);
      },
      proxied,
    );
  });

  test("keys move between requests, close the opened one and go to the search", () =>
    visit("/#/requests?q=operation:listAccounts", async (page) => {
      const opened = page.getByRole("article", { name: "Request" });
      await page
        .getByRole("link", { name: /listAccounts/ })
        .first()
        .focus();
      await page.keyboard.press("ArrowDown");
      await opened.waitFor();
      const first = page.url();
      await page.keyboard.press("ArrowDown");
      await page.waitForURL((url) => url.href !== first);
      await page.keyboard.press("Escape");
      await opened.waitFor({ state: "detached" });
      await page.keyboard.press("/");
      await page.keyboard.type("nothing");
      await page.getByText("No request matches the filters.").waitFor();
    }));

  // Last, because its page keeps the fed stream.
  test("ten thousand requests scroll, and only those in view are in the page", () =>
    withPage(
      suite,
      async (page) => {
        const send = await feedConsole(page);
        await openConsole(page, suite, "/#/requests");
        await send(12_000);
        const list = page.getByRole("list", { name: "Requests, newest first" });
        await page.getByRole("link", { name: /operation12000/ }).waitFor();
        await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await page.getByRole("link", { name: /operation2001/ }).waitFor();
        assert.equal(await page.getByRole("link", { name: /operation2000\b/ }).count(), 0);
        assert.ok((await list.getByRole("listitem").count()) < 100, "rows outside the view");
      },
      desktop,
    ));
});
