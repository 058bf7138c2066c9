import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { KpiReport } from "../../../src/operations/kpi/kpi-report.ts";
import { renderKpiPage } from "../../../src/operations/kpi/render-kpi-page.ts";
import { aReport } from "./a-report.ts";

const page = renderKpiPage(aReport(), "<Fjordbanken>");

describe("the page of a report", () => {
  it("has a row for each measured day of each interface", () => {
    assert.match(
      page,
      /row">2026-10-02<\/th>(<td>(99|864|300)<\/td>){3}(<td>864<\/td>){3}<td>12\.5<\/td>/,
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
    assert.match(page, /2026-10-25 02:30:00<\/th><td>2026-10-25 02:00:00<\/td><td>1800<\/td>/);
    assert.match(page, /<td>1800<\/td><td>all<\/td><td>planned<\/td><td>x &lt;y&gt;<\/td>/);
  });

  it("lists the service that was down, the cause and the systems that failed", () => {
    const outage: KpiReport["downtimes"][number] = {
      ...{ from: 0, to: 45_000, sources: ["coreBank", "overload"] },
      service: "accountInformation",
      cause: "unanswered requests",
    };
    const withOutage = renderKpiPage({ ...aReport(), downtimes: [outage] }, "Fjordbanken");
    const cells = ["45", "account information", "unanswered requests", "core bank, overload"];
    const row = cells.map((cell) => `<td>${cell}</td>`).join("");
    assert(withOutage.includes(row), withOutage);
  });

  it("escapes names and runs nothing", () => {
    assert.match(page, /&lt;Fjordbanken&gt;/);
    assert.doesNotMatch(page, /<Fjord|<script|style=/);
    assert.match(page, /content="default-src &#39;none&#39;; style-src &#39;sha256-[\w+/=]+&#39;"/);
  });
});
