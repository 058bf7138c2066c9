import assert from "node:assert/strict";
import { findBarriers, openBrowser, test } from "@varde/testkit/browser";
import { formatCheckPage } from "../src/output/format-check-page.ts";

const reports = [
  { id: "HTTP-1", statement: "refuses a body that is not JSON with 400", result: "passed" },
  {
    id: "PAYMENTS-3",
    statement: "executes an instruction once, however often it is submitted",
    result: "failed",
    seen: "booked amounts: expected { debtor: -100n }, got { debtor: -300n } <b>",
  },
  {
    id: "OUTCOMES-1",
    statement: "reserves the amount of a sent payment until it is booked",
    result: "skipped",
    seen: "no otherBankBban was supplied to pay to",
  },
] as const;

test("the page of a check has no barriers, is styled and fits a phone", async () => {
  await using browser = await openBrowser();
  await browser.withPage({}, async (page, complaints) => {
    await page.setContent(formatCheckPage("http://127.0.0.1:8090/v1", reports, new Date(0)));
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await findBarriers(page), [], `${width} px, ${colorScheme}`);
      }
      assert.equal(await page.evaluate("document.documentElement.scrollWidth"), width);
    }
    const weight = "getComputedStyle(document.querySelector('td.failed')).fontWeight";
    assert.equal(await page.evaluate(weight), "700");
    assert.match(await page.locator("h1").innerText(), /violates the contract/);
    assert.deepEqual(complaints, []);
  });
});
