import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fitExponent } from "../bench/publish/growth-plot.ts";
import {
  measuredOnce,
  mergeFigures,
  publishedIds,
  type RunConditions,
  readFigures,
} from "../bench/publish/performance-figures.ts";
import { formatFiles } from "../bench/publish/publish-page.ts";
import { atMost, Report } from "../bench/report.ts";
import { sectionIds } from "../bench/run-sections.ts";
import { root } from "./source/list-files.ts";

test("docs/performance.md and its charts show the published figures", () => {
  for (const [path, text] of Object.entries(formatFiles(readFigures()))) {
    const fix = `docs/${path} was edited by hand; run npm run bench -- --publish --only page`;
    assert.equal(readFileSync(join(root, "docs", path), "utf8"), text, fix);
  }
});

test("every numbered section of the bench is published", () => {
  const numbered = sectionIds.filter((id) => /^L\d+$/.test(id));
  assert.deepEqual(
    publishedIds.filter((id) => numbered.includes(id)),
    numbered.toSorted(),
  );
});

test("every published section can be measured, and those measured once are published", () => {
  assert.deepEqual(
    publishedIds.filter((id) => !sectionIds.includes(id)),
    [],
  );
  assert.deepEqual(
    [...measuredOnce].filter((id) => !publishedIds.includes(id)),
    [],
  );
});

const conditions: RunConditions = {
  measuredOn: "2026-11-17",
  commit: "abc1234",
  machine: "2 cores",
  processor: "arm64",
  busyShare: 0,
  rounds: 3,
  perRound: 100,
  warmUp: 200,
};

test("a section without a floor becomes a table between its neighbours, and no chart", () => {
  const measure = (clearingMs: number) => {
    const report = new Report(() => {});
    report.section("L05", "clearing due payments, SQLite", ["idle", "clearing", "ratio"]);
    report.line("payments/s", [undefined, undefined, 6_000]);
    report.line("status reads, p99 ms", [10, clearingMs, clearingMs / 10], atMost(3));
    return report.sections.map((section) => ({ section, conditions }));
  };
  const merged = mergeFigures(readFigures(), [20, 40, 50].flatMap(measure));
  const { "performance.md": page = "", ...charts } = formatFiles(merged);
  const { "performance.md": _, ...chartsBefore } = formatFiles(readFigures());
  const rows = [
    "### L05: clearing due payments, SQLite",
    "",
    "- 3 runs on 2026-11-17 at abc1234: 2 cores. 3 rounds of 100 requests after 200.",
    "",
    "|  | processor | idle | clearing | ratio | goal |",
    "| --- | --- | ---: | ---: | ---: | --- |",
    "| payments/s | arm64 |  |  | 6 000 |  |",
    "| status reads, p99 ms | arm64 | 10.0 | 40.0 (20.0 to 50.0) | 4.00 (2.00 to 5.00) | " +
      "≤ 3.00, missed |",
  ];
  assert.ok(page.includes(rows.join("\n")), page);
  const ids = Array.from(page.matchAll(/^### (\w+):/gm), ([, id]) => id);
  assert.deepEqual(ids, ids.toSorted());
  assert.deepEqual(charts, chartsBefore);
});

const measureCpu = (processor: string, bankUs: number, warmUp: number) => {
  const report = new Report(() => {});
  report.section("L01", "signed payment creation, SQLite", ["floor", "bank", "ratio"], warmUp);
  const ratio = 300 / bankUs;
  report.line("CPU per request, µs", [300, bankUs, ratio], atMost(1), 0.07);
  return report.sections.map((section) => ({
    section,
    conditions: { ...conditions, processor, machine: `2 cores (${processor})` },
  }));
};

test("a run replaces the figures of its own processor and stands beside those of others", () => {
  const both = mergeFigures(
    [],
    [...measureCpu("arm64", 400, 20_000), ...measureCpu("x64", 500, 1)],
  );
  const again = mergeFigures(both, measureCpu("arm64", 310, 25_000));
  const { "performance.md": page = "" } = formatFiles(again);
  const rows = [
    "- One run on 2026-11-17 at abc1234: 2 cores (x64). 3 rounds of 100 requests after 1.",
    "- One run on 2026-11-17 at abc1234: 2 cores (arm64). 3 rounds of 100 requests after 25000.",
    "",
    "|  | processor | floor | bank | ratio | goal |",
    "| --- | --- | ---: | ---: | ---: | --- |",
    "| CPU per request, µs | x64 | 300 | 500 | 0.60; A/A ±7 % | ≤ 1.00 |",
    "| CPU per request, µs | arm64 | 300 | 310 | 0.97; A/A ±7 %, no difference shown | ≤ 1.00 |",
  ];
  assert.ok(page.includes(rows.join("\n")), page);
});

test("growth is fitted to an exponent and drawn for each processor", () => {
  const rowCounts = [1_000, 10_000, 100_000];
  assert.equal(fitExponent(rowCounts, [7, 7, 7]).toFixed(2), "0.00");
  assert.equal(fitExponent(rowCounts, [2, 20, 200]).toFixed(2), "1.00");
  assert.equal(fitExponent(rowCounts, [1, 100, 10_000]).toFixed(2), "2.00");
  const report = new Report(() => {});
  const heads = [...rowCounts.map(String), "exponent"];
  report.section("GROWTH", "CPU of work on all rows in ms, by stored rows, SQLite", heads);
  report.line("audit verify", [2, 20, 200, 1], atMost(1.1));
  const [section] = report.sections;
  assert(section !== undefined);
  const merged = mergeFigures(readFigures(), [{ section, conditions }]);
  const files = formatFiles(merged);
  const svg = files["performance/growth-work-arm64.svg"] ?? "";
  assert.match(svg, /audit verify: 1\.00/);
  assert.match(svg, /<path d="M70\.0 340\.0L260\.0 190\.0L450\.0 40\.0"/);
  assert.match(
    files["performance.md"] ?? "",
    /audit verify 1\.00\.\]\(performance\/growth-work-arm64\.svg\)/,
  );
});

test("the peers have a chart each of requests, CPU and memory, and none of planted faults", () => {
  const report = new Report(() => {});
  report.section("PEERS", "signed payment creation, side by side", ["Varde", "Prism 5.16.0"]);
  report.line("requests/s", [1_500, 500]);
  report.line("CPU per request, µs", [700, 2_100]);
  report.line("p99, ms", [50, 150]);
  report.line("resident, MB", [200, 300]);
  report.section("PEERS", "planted faults that are refused", ["Varde", "Prism 5.16.0"]);
  report.line("of five", [5, 0]);
  const files = formatFiles(
    mergeFigures(
      [],
      report.sections.map((section) => ({ section, conditions })),
    ),
  );
  const { "performance.md": page = "", ...charts } = files;
  const described = Object.entries(charts).map(([path, svg]): [string, string] => [
    path,
    /<desc [^>]*>(.*)<\/desc>/.exec(svg)?.[1] ?? "",
  ]);
  const describe = (unit: string, ours: string, theirs: string) =>
    `Side by side, ${unit}: Varde, creation, arm64 ${ours}, ` +
    `Prism 5.16.0, creation, arm64 ${theirs}.`;
  assert.deepEqual(described, [
    ["performance/peers.svg", describe("requests per second", "1 500", "500")],
    ["performance/peers-cpu.svg", describe("CPU per request in µs", "700", "2 100")],
    ["performance/peers-memory.svg", describe("resident memory in MB", "200", "300")],
  ]);
  for (const [path, text] of described) assert.ok(page.includes(`![${text}](${path})`), path);
  assert.match(page, /^### PEERS: planted faults that are refused$/m);
  assert.match(page, /^\| of five \| arm64 \| 5\.00 \| 0\.00 \| {2}\|$/m);
});
