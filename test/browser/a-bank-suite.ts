import type { TestBank } from "@varde/sandbox";
import { aBank } from "@varde/testkit/bank";
import { after, before, openBrowser, type SharedBrowser } from "@varde/testkit/browser";
import { openTogether } from "@varde/testkit/disposal";
import type { Page } from "playwright-core";

export const phone = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;
export const desktop = { viewport: { width: 1280, height: 900 } } as const;

export interface BankSuite {
  readonly bank: TestBank;
  readonly browser: SharedBrowser;
}

/** Opens a bank and a browser before the tests of a suite, and closes them afterwards. */
export const aBankSuite = (options?: Parameters<typeof aBank>[0]): BankSuite => {
  const suite = {} as { -readonly [Part in keyof BankSuite]: BankSuite[Part] };
  const opened = new AsyncDisposableStack();
  before(async () => {
    [suite.bank, suite.browser] = await openTogether(opened, [aBank(options), openBrowser()]);
  });
  after(() => opened.disposeAsync());
  return suite;
};

/** Selects the world of a TPP, which the console lists with its number and last use. */
export const selectWorld = async (page: Page, tpp: string): Promise<void> => {
  const choice = page.getByLabel("World");
  const option = choice.locator("option").filter({ hasText: `· ${tpp} ·` });
  await choice.selectOption((await option.getAttribute("value")) ?? "");
};

/** Opens an address of the console, and waits until the console receives the bank's events. */
export const openConsole = async (page: Page, { bank }: BankSuite, path: string): Promise<void> => {
  await page.goto(bank.addresses.http + path);
  await page.getByText("Live", { exact: true }).waitFor();
};

/** Opens a screen of the console, and waits until what it shows was read. */
export const openScreen = async (page: Page, suite: BankSuite, address: string): Promise<void> => {
  await openConsole(page, suite, `/${address}`);
  const isDetail = address.split("/").length > 2;
  const shown = ".row, .card :is(td, dd, li > div), .tiles, .steps";
  await page
    .locator(isDetail ? "article h2" : `main :is(${shown})`)
    .first()
    .waitFor();
  await page.locator(".clock").waitFor();
};
