import assert from "node:assert/strict";
import { dataSet } from "@varde/sandbox";
import { describe, test } from "@varde/testkit/browser";
import type { Page } from "playwright-core";
import { aBankSuite, desktop, phone } from "./a-bank-suite.ts";
import { identify, isAt, withPage } from "./a-journey.ts";

const createPage = "/docs/operations/createPayment.payments.NDCT";

describe("the reference in a browser", () => {
  const suite = aBankSuite();
  const open = (page: Page, path: string) => page.goto(suite.bank.addresses.http + path);
  const sendButton = (page: Page) => page.getByRole("button", { name: "Sign and send" });
  const waitForResult = (page: Page) =>
    page.getByRole("heading", { name: "The bank returned" }).waitFor();
  const send = async (page: Page) => {
    await sendButton(page).click();
    await waitForResult(page);
  };
  /** Holds back the responses of the control API until they are released. */
  const hold = async (page: Page, path: string) => {
    const { promise, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(`**/control/v1${path}`, (route) => promise.then(() => route.continue()));
    return letGo;
  };
  const shownStatus = (page: Page) => page.locator("#call-result .status").first().textContent();

  test("makes, approves and follows a payment from its pages alone", async () => {
    await withPage(
      suite,
      async (page) => {
        const letTppsGo = await hold(page, "/tpps");
        await open(page, createPage);
        assert.equal(await sendButton(page).isDisabled(), true, "the request is not known yet");
        letTppsGo();
        await send(page);
        assert.equal(await shownStatus(page), "201");
        await isAt(page, "Create a payment (NDCT)");
        const signed = await page.locator("#call-result .wrapped").first().textContent();
        assert.match(signed ?? "", /^date: .*\ndigest: SHA-256=.*\nx-request-id: .*\ntpp-redirect/);
        const [bankPage] = await Promise.all([
          page.context().waitForEvent("page"),
          page.getByRole("link", { name: "Open scaRedirect" }).click(),
        ]);
        await identify(bankPage, dataSet.people.kari.customerNumber);
        await bankPage.getByRole("button", { name: "Approve the payment" }).click();
        await isAt(bankPage, "The PSU is back");
        // The tab in the background has received the PSU-ID.
        const psuId = new URL(bankPage.url()).searchParams.get("psu-id");
        await page.waitForFunction(
          `document.querySelector('[name="header.PSU-ID"]').value === ${JSON.stringify(psuId)}`,
        );
        await open(page, "/docs/operations/readPaymentStatus.payments.NDCT");
        await send(page);
        assert.match((await page.locator("#call-result").textContent()) ?? "", /"ACSC"/);
      },
      desktop,
    );
  });

  test("explains a refused signature below the form", async () => {
    await withPage(
      suite,
      async (page) => {
        await open(page, "/docs/operations/listCustomers");
        await page.getByText("Signing", { exact: true }).click();
        await page.getByLabel("Date", { exact: true }).fill("Sun, 05 Jan 2014 21:31:40 GMT");
        await send(page);
        assert.equal(await shownStatus(page), "400");
        await page.getByText("seconds behind the bank's clock").first().waitFor();
        await page.getByText("The signing string that the bank built").click();
        await page.getByText("Create another TPP").click();
        await page.getByLabel("Name", { exact: true }).fill("<b>Bold</b> TPP");
        await page.getByLabel("Certificate", { exact: true }).selectOption("expired");
        await page.getByRole("button", { name: "Create TPP" }).click();
        await page.getByLabel("Date", { exact: true }).fill("");
        await page.locator("#call-tpp option", { hasText: "<b>Bold</b> TPP, expired" }).waitFor({
          state: "attached",
        });
        const letResponseGo = await hold(page, "/signed-requests");
        await sendButton(page).click();
        assert.equal(await page.locator("#call-result *").count(), 0, "the last response is gone");
        letResponseGo();
        await waitForResult(page);
        assert.equal(await shownStatus(page), "403");
        await isAt(page, "List customers");
      },
      phone,
    );
  });

  test("fits every kind of page on a phone, in dark mode, without axe violations", async () => {
    const pages = [
      ["/docs", "The interface"],
      ["/docs/errors", "Error codes"],
      ["/docs/schemas/NdctBody", "NdctBody"],
      ["/docs/operations/listTransactions", "List the transactions of an account"],
    ] as const;
    await withPage(
      suite,
      async (page) => {
        for (const [path, heading] of pages) {
          await open(page, path);
          await isAt(page, heading);
          const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
          assert.equal(over, 0, `${path} is wider than the screen`);
        }
      },
      phone,
    );
  });

  test("shows requests in one language at a time, with and without scripts", async () => {
    for (const options of [{ ...phone, javaScriptEnabled: false }, desktop]) {
      await withPage(
        suite,
        async (page) => {
          await open(page, createPage);
          for (const title of ["Shell", "TypeScript with the SDK", "Node", "Python", "Java"]) {
            await page.locator(".snippets summary", { hasText: title }).click();
            assert.equal(await page.locator(".snippets pre:visible").count(), 1, title);
            const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
            assert.equal(over, 0, `${title} is wider than the screen`);
          }
          await page.getByText("public class Request").waitFor();
          if (options === desktop) await isAt(page, "Create a payment (NDCT)");
        },
        options,
      );
    }
  });

  test("searches the contents, which are readable without scripts", async () => {
    await withPage(suite, async (page) => {
      await open(page, "/docs");
      await page.keyboard.press("/");
      await page.keyboard.type("signing-baskets post");
      await page.getByText("2 found").waitFor();
      await page.keyboard.press("Enter");
      await isAt(page, "Create a signing basket");
    });
    const scriptless = { ...phone, javaScriptEnabled: false };
    await withPage(
      suite,
      async (page) => {
        await open(page, createPage);
        await page.getByText("The form needs JavaScript").waitFor();
        assert.equal(await page.getByRole("button", { name: "Sign and send" }).isVisible(), false);
        await page.getByRole("button", { name: "Contents" }).click();
        await page.getByRole("link", { name: "Error codes" }).click();
        await page.getByRole("heading", { level: 1, name: "Error codes" }).waitFor();
      },
      scriptless,
    );
  });
});
