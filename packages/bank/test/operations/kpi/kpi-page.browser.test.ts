import assert from "node:assert/strict";
import { findBarriers, openBrowser, test } from "@varde/testkit/browser";
import { renderKpiPage } from "../../../src/operations/kpi/render-kpi-page.ts";
import { aReport } from "./a-report.ts";

test("the page of a report has no barriers, is styled and fits a phone", async () => {
  await using browser = await openBrowser();
  await browser.withPage({ viewport: { width: 360, height: 740 } }, async (page, complaints) => {
    await page.setContent(renderKpiPage(aReport(), "Fjordbanken"));
    assert.deepEqual(await findBarriers(page), []);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.deepEqual(await findBarriers(page), []);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 360);
    const stroke = await page.evaluate(
      "getComputedStyle(document.querySelector('figure .line-1')).strokeDasharray",
    );
    assert.equal(stroke, "8px, 5px");
    assert.deepEqual(complaints, []);
  });
});
