import assert from "node:assert/strict";
import { openControl } from "@varde/protocol/control-client";
import { describe, findBarriers, test } from "@varde/testkit/browser";
import { atScale } from "@varde/testkit/rounds";
import { aTpp, type RawResponse, resign } from "@varde/testkit/tpp";
import type { Page } from "playwright-core";
import { aBankSuite, desktop, phone } from "./a-bank-suite.ts";
import { isAt, withPage } from "./a-journey.ts";
import {
  createPage,
  hold,
  open,
  send,
  sendButton,
  shownStatus,
  waitForResult,
} from "./reference-page.ts";

describe("the reference in a browser", () => {
  const suite = aBankSuite();
  /**
   * Waits for a page whose kind `documentation.long.test.ts` judges; the long run judges this one
   * too.
   */
  const isRead = atScale({
    slice: (page: Page, heading: string) =>
      page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor(),
    long: isAt,
  });

  test("explains a refused signature below the form", async () => {
    await withPage(
      suite,
      async (page) => {
        await open(suite, page, "/docs/operations/listCustomers");
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

  /** Opens the page that explains a refusal, and returns its parts that are wrong. */
  const openExplanation = async (page: Page, refused: RawResponse) => {
    await page.goto(String(refused.headers["varde-explain"]));
    await isAt(page, "Why the request was refused");
    const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    assert.equal(over, 0, "wider than the screen");
    const parts = await page.locator(".parts strong").allTextContents();
    assert.equal(new Set(parts).size, parts.length, `a part has two verdicts: ${parts}`);
    assert.equal(await page.locator(".parts li").count(), parts.length);
    return page.locator(".parts .wrong strong").allTextContents();
  };

  test("explains a refusal with one verdict for each part, and leads to its request", async () => {
    const { bank } = suite;
    const body = { name: "Utløpt AS", kind: "expired" } as const;
    const control = openControl(bank.addresses.http, undefined);
    const expired = aTpp(bank, await control.post("/tpp-certificates", { body }));
    const tpp = aTpp(bank);
    const path = "/v1/accounts";
    await withPage(
      suite,
      async (page) => {
        const untrusted = await expired.send({ path });
        assert.deepEqual(await openExplanation(page, untrusted), ["Certificate"]);
        assert.equal(await page.locator(".changes li").count(), 2, "one change, and sign again");
        const changed = await tpp.send({
          path,
          tamper: (headers) => {
            const id = String(headers["X-Request-ID"]);
            resign(headers, { key: tpp.key });
            headers["X-Request-ID"] = id.toUpperCase();
          },
        });
        assert.deepEqual(await openExplanation(page, changed), ["Signature"]);
        const marked = await page.locator(".string mark").allTextContents();
        assert.equal(marked[0]?.toUpperCase(), marked[1], "the first character that differs");
        await page.getByRole("link", { name: "Signing requests" }).waitFor();
        await page.getByRole("link", { name: "Open the request in the console" }).click();
        await page.getByRole("link", { name: /400 listAccounts/ }).waitFor();
      },
      phone,
    );
  });

  test("leads from one guide to the next, copies code and links to headings", async () => {
    await withPage(
      suite,
      async (page) => {
        await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
        await open(suite, page, "/docs/guides");
        const contents = page.getByRole("navigation", { name: "Contents" });
        for (const name of ["The data set", "Configuration", "Glossary"]) {
          await contents.getByRole("link", { name, exact: true }).waitFor();
        }
        const [first] = await page.locator("main li a").allTextContents();
        assert.equal(first, "A first payment");
        await page.getByRole("main").getByRole("link", { name: "A first payment" }).click();
        await isRead(page, "A first payment");
        await page.getByRole("button", { name: "Copy" }).first().click();
        await page.getByRole("button", { name: "Copied" }).waitFor();
        assert.equal(await page.evaluate("navigator.clipboard.readText()"), "npx varde start");
        await page.getByRole("heading", { name: "Become a TPP" }).getByRole("link").click();
        assert.equal(new URL(page.url()).hash, "#become-a-tpp");
        await page.getByRole("link", { name: "Next The console" }).click();
        await isRead(page, "The console");
        await page.getByRole("link", { name: "Previous A first payment" }).click();
        await isRead(page, "A first payment");
        await page.getByRole("link", { name: "Console", exact: true }).click();
        await page.waitForURL(/\/#\/requests/);
      },
      desktop,
    );
  });

  test("shows diagrams with their text alternative, in the colours of the screen", async () => {
    for (const [options, picture] of [
      [desktop, "single-sca.svg"],
      [phone, "single-sca-narrow.svg"],
    ] as const) {
      await withPage(
        suite,
        async (page) => {
          await open(suite, page, "/docs/concepts/sca");
          const image = page.getByAltText(/The TPP creates a payment with PSU-Context/);
          await image.scrollIntoViewIfNeeded();
          const shown = await image.evaluate((each) => {
            const { currentSrc, naturalWidth } = each as unknown as Record<string, unknown>;
            return { currentSrc, naturalWidth };
          });
          assert.equal(String(shown.currentSrc).split("/").at(-1), picture);
          assert.notEqual(shown.naturalWidth, 0);
        },
        options,
      );
    }
  });

  test("shows requests in one language at a time, with and without scripts", async () => {
    for (const options of [{ ...phone, javaScriptEnabled: false }, desktop]) {
      await withPage(
        suite,
        async (page) => {
          await open(suite, page, createPage);
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

  test("searches the text of all pages, and works without scripts", async () => {
    await withPage(suite, async (page) => {
      await open(suite, page, "/docs");
      await page.keyboard.press("/");
      await page.keyboard.type("how do I test an expired consent?");
      const first = page.locator(".results a").first();
      await first.getByText("Consent › Test an expired consent").waitFor();
      assert.deepEqual(await findBarriers(page), []);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await isRead(page, "Consent");
      assert.equal(new URL(page.url()).hash, "#test-an-expired-consent");
      await page.getByRole("button", { name: "Search" }).click();
      await page.getByLabel("Search the documentation").last().fill("signing-baskets post");
      await page.locator(".results .name", { hasText: /^Create a signing basket$/ }).click();
      await isRead(page, "Create a signing basket");
    });
    const scriptless = { ...phone, javaScriptEnabled: false };
    await withPage(
      suite,
      async (page) => {
        await open(suite, page, createPage);
        await page.getByText("The form needs JavaScript").waitFor();
        assert.equal(await page.getByRole("button", { name: "Sign and send" }).isVisible(), false);
        assert.equal(await page.getByRole("button", { name: "Search" }).isVisible(), false);
        await page.getByRole("button", { name: "Contents" }).click();
        await page.getByRole("link", { name: "Error codes" }).click();
        await page.getByRole("heading", { level: 1, name: "Error codes" }).waitFor();
      },
      scriptless,
    );
  });
});
