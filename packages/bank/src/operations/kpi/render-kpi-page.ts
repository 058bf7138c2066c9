import { createHash } from "node:crypto";
import { Temporal } from "../../calendar/temporal.ts";
import { type Html, html } from "../../pages/html/html.ts";
import { pageStyle } from "../../pages/style/page-style.ts";
import { formatNumber } from "./format-kpi-csv.ts";
import { type KpiService, kpiServices, seriesLength, seriesSecondsMax } from "./kpi-minute.ts";
import { drawKpiPlot, type KpiLine } from "./kpi-plot.ts";
import type { Downtime, KpiDay, KpiInterface, KpiReport } from "./kpi-report.ts";

const serviceNames: Readonly<Record<KpiService, string>> = {
  accountInformation: "account information",
  paymentInitiation: "payment initiation",
  fundsConfirmation: "confirmation of funds",
};

/** Systems that failed, in the words of the report; others are named as in the log. */
const sourceNames: Readonly<Partial<Record<string, string>>> = {
  coreBank: "core bank",
  psuDirectory: "directory of customers",
  scaMethod: "authentication",
  tppRegister: "register of TPPs",
  certificateTrust: "check of certificates",
  responseSigner: "signing of responses",
};

/** Renders a report as an HTML page in one file, without scripts and without other files. */
export const renderKpiPage = (report: KpiReport, bankName: string): string => {
  const styleHash = createHash("sha256").update(kpiPageStyle).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'`;
  const title = `Availability and performance, ${report.quarter.name}`;
  const interfaces = [report.dedicated, ...report.channels];
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${bankName}</title>
<style>`;
  const body = html`</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${bankName}. The interface for third-party providers, compared with the channels of the bank
for its own customers.</p>
${summaryTable(interfaces)}
<h2>Plots</h2>
${plots(report, interfaces)}
<h2>Downtime</h2>
${downtimeTable(report.downtimes)}
<h2>Daily figures</h2>
${interfaces.map(dailyTable)}
<h2>How the figures are computed</h2>
${definitions}
</main>
</body>
</html>
`;
  return `${head}${kpiPageStyle}${body}`;
};

const summaryTable = (interfaces: readonly KpiInterface[]): Html =>
  scrollable(
    "The quarter",
    ["Interface", "Uptime %", "Downtime, seconds", "Planned, seconds", "Requests", "Error rate %"],
    interfaces.map(({ name, days }) => {
      const total = (figure: (day: KpiDay) => number | undefined) =>
        days.reduce((sum, day) => sum + (figure(day) ?? 0), 0);
      const measured = total((day) => day.measuredSeconds);
      const downtime = total((day) => day.downtimeSeconds);
      const requests = total((day) => day.requests);
      const errors = total((day) => day.errors);
      return [
        name,
        formatFigure(measured === 0 ? undefined : 100 - (downtime / measured) * 100, 3),
        String(downtime),
        String(total((day) => day.plannedSeconds)),
        formatFigure(requests === 0 ? undefined : requests, 0),
        formatFigure(requests === 0 ? undefined : (errors / requests) * 100, 3),
      ];
    }),
  );

const plots = ({ quarter }: KpiReport, interfaces: readonly KpiInterface[]): readonly Html[] => {
  const days = quarter.days.map(({ day }) => day);
  const lines = (figure: (day: KpiDay) => number | undefined): readonly KpiLine[] =>
    interfaces
      .map((each) => ({ name: each.name, values: each.days.map(figure) }))
      .filter(({ values }, at) => at === 0 || values.some((value) => value !== undefined));
  return [
    drawKpiPlot({
      title: "Uptime per day",
      unit: "%",
      days,
      lines: lines((day) => day.uptimePercent),
      top: 100,
      startsAtZero: false,
    }),
    ...kpiServices.map((service) =>
      drawKpiPlot({
        title: `Average response time, ${serviceNames[service]}`,
        unit: "ms",
        days,
        lines: lines((day) => day.averageMs[service]),
        startsAtZero: true,
      }),
    ),
    drawKpiPlot({
      title: "Error rate",
      unit: "%",
      days,
      lines: lines((day) => day.errorPercent),
      startsAtZero: true,
    }),
  ];
};

const downtimeTable = (downtimes: readonly Downtime[]): Html =>
  downtimes.length === 0
    ? html`<p>There was none.</p>`
    : scrollable(
        "Downtime of the dedicated interface and of its services, Oslo time",
        ["From", "Until", "Seconds", "Service", "Cause", "Source"],
        downtimes.map(({ from, to, service, cause, reason, sources = [] }) => [
          formatOsloTime(from),
          formatOsloTime(to),
          String(Math.round((to - from) / 1_000)),
          service === undefined ? "all" : serviceNames[service],
          cause,
          reason ?? sources.map((source) => sourceNames[source] ?? source).join(", "),
        ]),
      );

const dailyTable = ({ name, days }: KpiInterface): Html =>
  scrollable(
    `Daily figures: ${name}`,
    [
      "Day",
      "Uptime %",
      "Downtime, seconds",
      "Planned, seconds",
      ...kpiServices.map((service) => `Downtime, ${serviceNames[service]}`),
      ...kpiServices.map((service) => `${serviceNames[service]}, ms`),
      "Requests",
      "Errors",
      "Error rate %",
    ],
    days
      .filter(({ measuredSeconds }) => measuredSeconds > 0)
      .map((day) => [
        day.day,
        formatFigure(day.uptimePercent, 3),
        String(day.downtimeSeconds),
        String(day.plannedSeconds),
        ...kpiServices.map((service) => formatFigure(day.serviceDowntimeSeconds[service], 0)),
        ...kpiServices.map((service) => formatFigure(day.averageMs[service], 1)),
        formatFigure(day.requests, 0),
        formatFigure(day.errors, 0),
        formatFigure(day.errorPercent, 3),
      ]),
  );

/** A table that scrolls by itself on a narrow screen, also with the keyboard. */
const scrollable = (
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): Html => html`<section class="scroll" tabindex="0" aria-label="${caption}">
<table>
<caption>${caption}</caption>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([first = "", ...cells]) =>
    html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody>
</table>
</section>`;

const definitions = html`<p>A day is a day of the calendar in Oslo. Uptime is 100 % minus downtime.
The interface counts as down from the receipt of the first of ${seriesLength} requests in a row that
were not answered within ${seriesSecondsMax} seconds in total, whoever sent them, with no successful
one between them, until the next successful response; while no process of the bank was running; and
during planned downtime. An error of the bank is not an answer. A refusal because of the request
neither begins nor ends downtime. The downtime of a service is counted in the same way from the
requests for this service alone.</p>
<p>The response time is the average over the successful requests of the day, from the receipt of the
request until the last byte of the response was sent. The error rate is the share of requests that
failed because of the bank. The figures of other channels were supplied by the bank.</p>`;

const formatFigure = (value: number | undefined, digitsMax: number): string =>
  formatNumber(value, digitsMax) || "–";

/** Formats an instant like 2026-10-25 02:30:00, in Oslo. */
export const formatOsloTime = (epochMs: number): string => {
  const local = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO("Europe/Oslo");
  return `${local.toPlainDate()} ${local.toPlainTime().toString({ smallestUnit: "second" })}`;
};

/** The stylesheet of the report, part of its file. */
const kpiPageStyle = `${pageStyle}
main { max-width: 76rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.75rem; line-height: 1.25; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.75rem; }
p { max-width: 44rem; margin: 0.5rem 0; }
figure { margin: 1.5rem 0; }
figcaption { font-weight: 600; }
figure svg { display: block; width: 100%; height: auto; }
.keys { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
figure svg.key { display: inline-block; width: 2rem; height: 0.5rem; }
svg text { fill: var(--quiet); font-size: 13px; }
svg text.end { text-anchor: end; }
.grid { stroke: var(--line); fill: none; }
.line { stroke-width: 2; fill: none; stroke-linecap: round; stroke-linejoin: round; }
.line-0 { stroke: var(--primary); }
.line-1 { stroke: var(--get); stroke-dasharray: 8 5; }
.line-2 { stroke: var(--danger); stroke-dasharray: 2 5; }
.line-3 { stroke: var(--notice); stroke-dasharray: 12 4 2 4; }
.line-4 { stroke: var(--sandbox); stroke-dasharray: 5 3; }
.line-5 { stroke: var(--quiet); stroke-dasharray: 1 4; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: start; font-weight: 600; padding: 0.5rem 0; }
th, td { padding: 0.25rem 0.75rem; border-bottom: 1px solid var(--line); text-align: end; }
th { font-weight: 600; }
th:first-child, td:first-child, .start { text-align: start; white-space: nowrap; }
@media print { main { max-width: none; padding: 0; } .scroll { overflow: visible; } }
`;
