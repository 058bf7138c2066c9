import assert from "node:assert/strict";
import { describe, findBarriers, test } from "@varde/testkit/browser";
import { aPartOf } from "@varde/testkit/rounds";
import { aBankSuite, phone } from "./a-bank-suite.ts";
import { withPage } from "./a-journey.ts";

/** A page of each kind, with its heading. */
const pages = [
  ["/docs", "Documentation"],
  ["/docs/guides", "Guides"],
  ["/docs/guides/first-payment", "A first payment"],
  ["/docs/guides/corporate", "Acting for a company"],
  ["/docs/concepts/payment-status", "The status of a payment"],
  ["/docs/concepts/glossary", "Glossary"],
  ["/docs/reference", "The interface"],
  ["/docs/reference/configuration", "Configuration"],
  ["/docs/reference/data-set", "The data set"],
  ["/docs/running/runbooks", "Runbooks"],
  ["/docs/errors", "Error codes"],
  ["/docs/schemas/NdctBody", "NdctBody"],
  ["/docs/operations/listTransactions", "List the transactions of an account"],
] as const;

const themes = ["dark", "light"] as const;
const looks = pages.flatMap((_, page) => themes.map((theme) => ({ page, theme })));
const chosen = aPartOf(looks, 6);

describe("the documentation in a browser", () => {
  const suite = aBankSuite();

  test("fits every kind of page on every screen, without axe violations", () =>
    withPage(
      suite,
      async (page) => {
        for (const [number, [path, heading]] of pages.entries()) {
          const themesOfPage = chosen.filter((look) => look.page === number);
          if (themesOfPage.length === 0) continue;
          await page.setViewportSize(phone.viewport);
          await page.goto(suite.bank.addresses.http + path);
          for (const { theme: colorScheme } of themesOfPage) {
            await page.emulateMedia({ colorScheme });
            await page.getByRole("heading", { level: 1, name: heading }).waitFor();
            assert.deepEqual(await findBarriers(page), [], `${path}, ${colorScheme}`);
          }
          for (const width of [360, 768, 1024, 1280, 1920]) {
            await page.setViewportSize({ width, height: 800 });
            const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
            assert.equal(over, 0, `${path} is wider than ${width} pixels`);
          }
        }
      },
      phone,
    ));
});
