import type { Page } from "playwright-core";
import type { BankSuite } from "./a-bank-suite.ts";

export const createPage = "/docs/operations/createPayment.payments.NDCT";

export const open = (suite: BankSuite, page: Page, path: string) =>
  page.goto(suite.bank.addresses.http + path);

export const sendButton = (page: Page) => page.getByRole("button", { name: "Sign and send" });

export const waitForResult = (page: Page) =>
  page.getByRole("heading", { name: "The bank returned" }).waitFor();

export const send = async (page: Page) => {
  await sendButton(page).click();
  await waitForResult(page);
};

/** Holds back the responses of the control API until they are released. */
export const hold = async (page: Page, path: string) => {
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`**/control/v1${path}`, (route) => promise.then(() => route.continue()));
  return letGo;
};

export const shownStatus = (page: Page) =>
  page.locator("#call-result .status").first().textContent();
