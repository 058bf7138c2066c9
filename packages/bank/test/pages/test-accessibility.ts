import assert from "node:assert/strict";
import { findBarriers, openBrowser, test } from "@varde/testkit/browser";
import type { Locale } from "../../src/ports/locale.ts";
import { startSamplePageServer } from "./sample-page-server.ts";
import { samplePages } from "./sample-pages.ts";

export interface Look {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
}

/** Returns the look of a page, by its number, where one look per page is enough. */
export const lookOfPage = (page: number): Look =>
  page % 2 === 0 ? { width: 360, colorScheme: "light" } : { width: 1280, colorScheme: "dark" };

/**
 * Tests that axe finds nothing on the sample pages, and that each fits the width of the screen.
 * The pages are written into one document, one after another, because loading a page and axe costs
 * more than judging it. They are still under the policy of the first.
 */
export const testAccessibility = (
  locale: Locale,
  chooseLooks: (page: number) => readonly Look[],
): void =>
  test(`in ${locale}, light or dark, narrow or wide, axe finds nothing`, async (context) => {
    await using stack = new AsyncDisposableStack();
    const browser = stack.use(await openBrowser());
    const server = await startSamplePageServer();
    stack.defer(() => server.close());
    await browser.withPage({}, async (page, complaints) => {
      await page.goto(`${server.origin}/${locale}/identify`);
      for (const [number, name] of [...samplePages({ locale }).keys()].entries()) {
        const looks = chooseLooks(number);
        if (looks.length === 0) continue;
        await context.test(name, async () => {
          const earlier = complaints.length;
          for (const [at, { width, colorScheme }] of looks.entries()) {
            await page.setViewportSize({ width, height: 740 });
            await page.emulateMedia({ colorScheme });
            if (at === 0) await page.setContent(server.pageAt(`/${locale}/${name}`));
            assert.deepEqual(await findBarriers(page), [], `${width} px, ${colorScheme}`);
            const scrolled = await page.evaluate("document.documentElement.scrollWidth");
            assert.equal(scrolled, width);
          }
          assert.deepEqual(complaints.slice(earlier), []);
        });
      }
    });
  });
