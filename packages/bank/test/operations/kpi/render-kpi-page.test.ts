import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderKpiPage } from "../../../src/operations/kpi/render-kpi-page.ts";
import { aReport } from "./a-report.ts";

const page = renderKpiPage(aReport(), "<Fjordbanken>");

describe("the page of a report", () => {
  it("has a row for each measured day of each interface", () => {
    assert.match(
      page,
      /<th scope="row">2026-10-02<\/th><td>99<\/td><td>864<\/td><td>300<\/td><td>12\.5<\/td>/,
    );
    assert.equal(page.match(/<th scope="row">2026-10-02<\/th>/g)?.length, 2);
    assert.doesNotMatch(page, /<th scope="row">2026-12-31<\/th>/);
  });

  it("draws each figure as a line with a point for each day", () => {
    assert.equal(page.match(/<figure>/g)?.length, 5);
    const [, uptime = ""] = /<path class="line line-0" d="(M7[^"]+)"/.exec(page) ?? [];
    assert.equal(uptime.match(/[ML]/g)?.length, 3);
    assert.match(page, /role="img" aria-label="Uptime per day\. The numbers are in the table/);
  });

  it("lists downtime in Oslo time, with the reason of what was planned", () => {
    assert.match(
      page,
      /2026-10-25 02:30:00<\/th><td>2026-10-25 02:00:00<\/td><td>1800<\/td><td>planned: x &lt;/,
    );
  });

  it("escapes names and runs nothing", () => {
    assert.match(page, /&lt;Fjordbanken&gt;/);
    assert.doesNotMatch(page, /<Fjord|<script|style=/);
    assert.match(page, /content="default-src &#39;none&#39;; style-src &#39;sha256-[\w+/=]+&#39;"/);
  });
});
