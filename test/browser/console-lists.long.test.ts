import assert from "node:assert/strict";
import { openControl } from "@varde/protocol/control-client";
import { before, describe, findBarriers, test } from "@varde/testkit/browser";
import { aPayer, aPayment, idOf, ndct, type Payer } from "@varde/testkit/payments";
import { aTpp } from "@varde/testkit/tpp";
import type { BrowserContextOptions, Page } from "playwright-core";
import { aBankSuite, desktop, openConsole, phone } from "./a-bank-suite.ts";
import { aspectsOnTheWay, withPage } from "./a-journey.ts";

const clipboard = ["clipboard-read", "clipboard-write"];

describe("the lists of the console, with several TPPs", () => {
  const suite = aBankSuite();
  let payer: Payer;
  let waiting: string;
  before(async () => {
    const { bank } = suite;
    payer = await aPayer(bank);
    waiting = await payer.create(ndct, aPayment({ creditorName: "Ventende AS" }));
    await payer.post(`${waiting}/authorisations`);
    const control = openControl(bank.addresses.http, undefined);
    await control.post("/first-payment");
    for (const kind of ["working", "expired"] as const) {
      const body = { name: kind === "working" ? "Min TPP" : "Utløpt AS", kind };
      const identity = await control.post("/tpp-certificates", { body });
      await aTpp(bank, identity).send({ path: "/v1/accounts" });
    }
  });
  const visit = (
    path: string,
    walk: (page: Page) => Promise<void>,
    options: BrowserContextOptions = desktop,
  ) =>
    withPage(
      suite,
      async (page) => {
        await openConsole(page, suite, path);
        await walk(page);
        // On a desktop, colours and sizes are judged by console-screens.long.test.ts.
        const aspects = options === phone ? undefined : aspectsOnTheWay;
        assert.deepEqual(await findBarriers(page, aspects), []);
      },
      options,
    );
  const rowsOf = (page: Page) => page.locator(".row");

  test("requests of all TPPs are in one list, and a refused certificate has its name", () =>
    visit("/#/requests", async (page) => {
      for (const tpp of ["Test TPP", "Reference TPP", "Min TPP", "Utløpt AS (not verified)"]) {
        await rowsOf(page).filter({ hasText: tpp }).first().waitFor();
      }
      await page.getByLabel("TPP", { exact: true }).selectOption("Utløpt AS (not verified)");
      await page.waitForURL(/tpp%3A/);
      await rowsOf(page)
        .filter({ hasText: "Reference TPP" })
        .first()
        .waitFor({ state: "detached" });
      assert.equal(await rowsOf(page).count(), 1);
      await rowsOf(page).first().click();
      await page.getByRole("article", { name: "Request" }).getByText("Utløpt AS").waitFor();
    }));

  test("a filter is in the address, and is there again after a reload and an opened request", () =>
    visit("/#/requests", async (page) => {
      const search = page.getByLabel("Search requests");
      await rowsOf(page).filter({ hasText: "Reference TPP" }).first().waitFor();
      await search.fill('status:400 code:http_header_required tpp:"Min TPP"');
      await rowsOf(page).filter({ hasText: "Reference TPP" }).waitFor({ state: "detached" });
      await rowsOf(page).filter({ hasText: "Min TPP" }).waitFor();
      assert.equal(await rowsOf(page).count(), 1);
      await page.reload();
      await page.getByText("Live", { exact: true }).waitFor();
      assert.equal(await search.inputValue(), 'status:400 code:http_header_required tpp:"Min TPP"');
      assert.equal(await page.getByLabel("Status").inputValue(), "400");
      await rowsOf(page).first().click();
      await page.getByRole("article", { name: "Request" }).getByRole("heading").first().waitFor();
      await page.getByRole("link", { name: "Close" }).click();
      await page.getByRole("article", { name: "Request" }).waitFor({ state: "detached" });
      assert.equal(await rowsOf(page).count(), 1);
    }));

  test("j and k move between requests wherever the focus is", () =>
    visit("/#/requests", async (page) => {
      const opened = page.getByRole("article", { name: "Request" });
      await rowsOf(page).first().waitFor();
      await page.keyboard.press("j");
      await opened.waitFor();
      const first = page.url();
      await opened.getByRole("link", { name: "Close" }).focus();
      await page.keyboard.press("j");
      await page.waitForURL((url) => url.href !== first);
      await page.keyboard.press("k");
      await page.waitForURL(first);
      await page.keyboard.press("/");
      await page.keyboard.type("jk");
      await page.getByText("No request matches the filters.").waitFor();
    }));

  test("payments of all TPPs are in one list, are searched, and open in their own world", () =>
    visit("/#/payments", async (page) => {
      await rowsOf(page).filter({ hasText: "Reference TPP" }).waitFor();
      await rowsOf(page).filter({ hasText: "Ventende AS" }).waitFor();
      await page.getByLabel("Search payments").fill("ventende status:rcvd");
      await rowsOf(page).filter({ hasText: "Reference TPP" }).waitFor({ state: "detached" });
      await page.keyboard.press("Escape");
      await rowsOf(page).first().click();
      await page.getByRole("button", { name: /^Approve as / }).waitFor();
      const selected = page.getByLabel("World").locator("option:checked");
      assert.match((await selected.textContent()) ?? "", /Test TPP/);
      await page.getByLabel("Search payments").fill('tpp:"Reference TPP"');
      await rowsOf(page).filter({ hasText: "Ventende AS" }).waitFor({ state: "detached" });
      await rowsOf(page).first().waitFor();
      assert.equal(await rowsOf(page).count(), 1);
    }));

  test("an address of no page says so", () =>
    visit("/#/paymnets/42", async (page) => {
      await page.getByRole("heading", { name: "There is no page paymnets" }).waitFor();
    }));

  test("a body has colours, and is copied as it was sent", () =>
    visit(
      "/#/requests?q=operation:createPayment%20test",
      async (page) => {
        await rowsOf(page).first().click();
        const body = page.getByRole("region", { name: "Request body" });
        await body.locator(".key", { hasText: '"creditorName"' }).waitFor();
        await page.getByRole("button", { name: "Copy: Request body" }).click();
        await page.getByText("Copied.").waitFor();
        const copied = await page.evaluate<string>("navigator.clipboard.readText()");
        assert.equal(JSON.parse(copied).creditorName, "Ventende AS");
        assert.ok(!copied.includes("\n"), "without indents");
      },
      { ...desktop, permissions: clipboard },
    ));

  test("the first request is high on a phone, and its filters open on request", () =>
    visit(
      "/#/requests",
      async (page) => {
        await rowsOf(page).first().waitFor();
        const box = await rowsOf(page).first().boundingBox();
        assert.ok((box?.y ?? 999) < 200, `${box?.y} pixels from the top`);
        await page.getByRole("button", { name: "Filters" }).click();
        await page.getByLabel("Status").selectOption("refused");
        await rowsOf(page).filter({ hasText: "201" }).waitFor({ state: "detached" });
        await rowsOf(page).first().click();
        const why = page.getByRole("region", { name: "Why it was refused" });
        await why.waitFor();
        const { y = 999 } = (await why.boundingBox()) ?? {};
        assert.ok(y < 260, `the reason is ${y} pixels from the top`);
      },
      phone,
    ));

  test("the first payment is high on a phone, and its filters open on request", () =>
    visit(
      "/#/payments",
      async (page) => {
        await rowsOf(page).first().waitFor();
        const { y = 999 } = (await rowsOf(page).first().boundingBox()) ?? {};
        assert.ok(y < 200, `${y} pixels from the top`);
        await page.getByRole("button", { name: "Filters" }).click();
        await page.getByLabel("Status").selectOption("ACSC");
        await page.getByLabel("TPP", { exact: true }).selectOption("Reference TPP");
        await page.getByText("No payment matches the filters.").waitFor();
      },
      phone,
    ));

  test("the palette finds requests, payments, people, TPPs, commands and documentation", () =>
    visit("/#/requests", async (page) => {
      const search = page.getByRole("combobox", { name: "Search everything" });
      const option = (name: RegExp) => page.getByRole("option", { name }).first();
      const find = async (text: string, name: RegExp) => {
        await page.keyboard.press("Control+k");
        await search.fill(text);
        await option(name).waitFor();
        assert.deepEqual(await findBarriers(page, aspectsOnTheWay), []);
        await option(name).click();
      };
      await find("ventende", /to Ventende AS, RCVD.*payment/);
      await page.locator("article header").getByText("Ventende AS").waitFor();
      await find("kari nordli", /Kari Nordli.*person/);
      await page.locator("article h2").getByText("Kari Nordli").waitFor();
      await find("min tpp", /Requests of Min TPP/);
      await page.getByRole("link", { name: /listAccounts.*Min TPP/ }).waitFor();
      await find("createpayment 201", /201 createPayment.*request/);
      await page.getByRole("article", { name: "Request" }).waitFor();
      await find("go figures", /Go to figures/);
      await page.getByRole("heading", { name: "Figures" }).waitFor();
      await find("error codes", /Error codes.*page/);
      await page.waitForURL(/\/docs\/errors/);
    }));

  test("a failed SCA says why, instead of looking like one that waits", async () => {
    const world = (await suite.bank.listWorlds())[0]?.worldId ?? "";
    await visit(`/#/payments/${idOf(waiting)}`, async (page) => {
      const payment = page.getByRole("article", { name: "Payment" });
      await payment.getByRole("button", { name: /^Approve as / }).waitFor();
      const control = openControl(suite.bank.addresses.http, undefined);
      await control.post("/clock/advance", { world, body: { by: 3_600_000 } });
      await page.reload();
      await payment.getByText("The SCA failed: The PSU did not finish in time.").waitFor();
      await payment.getByText("Not approved.").waitFor();
      assert.equal(await payment.getByRole("button", { name: /^Approve as / }).count(), 0);
    });
  });
});
