import assert from "node:assert/strict";
import { startBanks, type TestBank } from "@varde/sandbox";
import {
  after,
  before,
  describe,
  openBrowser,
  type SharedBrowser,
  test,
} from "@varde/testkit/browser";
import { makePooledRsaKeys } from "@varde/testkit/keys";
import type { Page } from "playwright-core";
import { phone } from "./a-bank-suite.ts";

const widths = [320, 360, 480, 767, 768, 1024, 1280, 1440, 1920];

describe("the console of a sandbox with three banks", () => {
  let banks: readonly [TestBank, TestBank, TestBank];
  let browser: SharedBrowser;
  before(async () => {
    banks = await startBanks(3, { makeRsaKeyPair: makePooledRsaKeys });
    browser = await openBrowser();
  });
  after(async () => {
    await browser[Symbol.asyncDispose]();
    await Promise.all(banks.map((bank) => bank.close()));
  });

  const openConsole = async (page: Page, { addresses }: TestBank, path: string): Promise<void> => {
    await page.goto(addresses.http + path);
    await page.getByText("Live", { exact: true }).waitFor();
  };

  for (const options of [{ viewport: { width: 1280, height: 900 } }, phone]) {
    const { width } = options.viewport;
    test(`its menu leads to the same page of another bank, at ${width} pixels`, () =>
      browser.withPage({ locale: "en-GB", ...options }, async (page) => {
        const [, second, third] = banks;
        await openConsole(page, second, "/#/scenarios");
        await page.locator("summary").filter({ hasText: "Skarvbu Sparebank" }).click();
        const menu = page.getByRole("list", { name: "Banks of this sandbox" });
        assert.deepEqual(await menu.locator("li").allTextContents(), [
          "Varde Bank9990",
          "Skarvbu Sparebank9991",
          "Tindholmen Bank9992",
        ]);
        const current = menu.locator("[aria-current]");
        assert.equal(await current.textContent(), "Skarvbu Sparebank9991");
        await menu.getByRole("link", { name: "Tindholmen Bank" }).click();
        await page.waitForURL(`${third.addresses.http}/#/scenarios`);
        await page.getByText("Live", { exact: true }).waitFor();
        await page.locator("summary").filter({ hasText: "Tindholmen Bank" }).waitFor();
        assert.match(await page.title(), /^Tindholmen Bank – /);
      }));
  }

  test("the menu closes with Escape and when the focus leaves it", () =>
    browser.withPage({ locale: "en-GB" }, async (page) => {
      await openConsole(page, banks[0], "/#/requests");
      const menu = page.getByRole("list", { name: "Banks of this sandbox" });
      const summary = page.locator(".banks summary");
      await summary.press("Enter");
      await menu.waitFor();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      await summary.press("Enter");
      await menu.waitFor();
      await page.locator("main").click();
      await menu.waitFor({ state: "hidden" });
    }));

  test("the bar is not wider than its window, with a world and a moved clock", () =>
    browser.withPage({ locale: "en-GB" }, async (page) => {
      const [, second] = banks;
      await second.clock.advance("P1D");
      await openConsole(page, second, "/#/requests");
      await page.getByText(/ahead$/).waitFor();
      const wider: string[] = [];
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        const outside = await page.evaluate<readonly string[]>(`(() =>
          [...document.querySelectorAll("html, .bar, .bar > *, .world > *")]
            .filter((part) => part.getBoundingClientRect().right > innerWidth + 0.5)
            .map((part) => part.className || part.tagName))()`);
        wider.push(...outside.map((part) => `${part} at ${width}`));
      }
      assert.deepEqual(wider, []);
    }));
});
