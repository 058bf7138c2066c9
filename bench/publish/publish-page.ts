import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../median.ts";
import { type Bar, type BarChart, describeChart, drawBarChart } from "./bar-chart.ts";
import { type Chart, formatPage, runsByProcessor } from "./format-page.ts";
import { describeGrowth, drawGrowth, type GrowthPlot } from "./growth-plot.ts";
import type { PublishedSection } from "./performance-figures.ts";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));

/** Returns the files of the page by path from docs: its text, and the charts that have figures. */
export const formatFiles = (
  sections: readonly PublishedSection[],
): Readonly<Record<string, string>> => {
  const bars = {
    "floor-requests": floorChart(sections, /^requests\/s$/, "requests per second"),
    "floor-cpu": floorChart(sections, /^CPU per request/, "CPU per request"),
    peers: peerChart(sections, "requests/s", "requests per second"),
    "peers-cpu": peerChart(sections, "CPU per request, µs", "CPU per request in µs"),
    "peers-memory": peerChart(sections, "resident, MB", "resident memory in MB"),
  };
  const charts: Record<string, Chart> = {};
  for (const [name, chart] of Object.entries(bars)) {
    if (chart.bars.length === 0) continue;
    charts[name] = { description: describeChart(chart), svg: drawBarChart(chart) };
  }
  for (const plot of growthPlots(sections)) {
    const name = `growth-${/one call/.test(plot.title) ? "calls" : "work"}-${plot.processor}`;
    charts[name] = { description: describeGrowth(plot), svg: drawGrowth(plot) };
  }
  const drawn = Object.entries(charts).map(([name, { svg }]) => [`performance/${name}.svg`, svg]);
  return { "performance.md": formatPage(sections, charts), ...Object.fromEntries(drawn) };
};

/** Returns a plot for each processor that growth was measured on. */
const growthPlots = (
  sections: readonly PublishedSection[],
): readonly (GrowthPlot & { readonly processor: string })[] =>
  sections
    .filter(({ id }) => id === "GROWTH")
    .flatMap(({ title, heads, runs }) =>
      [...runsByProcessor(runs)].map(([processor, ownRuns]) => ({
        title: `${title}, ${processor}`,
        processor,
        rowCounts: heads.slice(0, -1).map(Number),
        lines: (ownRuns.at(-1)?.lines ?? []).map(({ label, figures }) => ({
          label,
          costs: figures.slice(0, -1).map((figure) => figure ?? Number.NaN),
          exponent: figures.at(-1) ?? Number.NaN,
        })),
      })),
    );

export const publishPage = (sections: readonly PublishedSection[]): void => {
  mkdirSync(join(docs, "performance"), { recursive: true });
  for (const [path, text] of Object.entries(formatFiles(sections))) {
    writeFileSync(join(docs, path), text);
  }
};

const toBar = (label: string, values: readonly number[]): readonly Bar[] =>
  values.length === 0 ? [] : [{ label, values, middle: median(values) }];

/** Draws the ratios to the floor: the last figure of the line in each section that has a floor. */
const floorChart = (
  sections: readonly PublishedSection[],
  label: RegExp,
  unit: string,
): BarChart => ({
  title: "The bank as a share of its floor",
  unit,
  mark: { value: 1, label: "the floor" },
  bars: sections
    .filter(({ heads }) => heads[0] === "floor")
    .flatMap(({ id, title, runs }) =>
      [...runsByProcessor(runs)].flatMap(([processor, ownRuns]) =>
        toBar(
          `${id} ${title.split(",").at(-1)?.trim() ?? ""}, ${processor}`,
          ownRuns.flatMap(
            ({ lines }) => lines.find((line) => label.test(line.label))?.figures.at(-1) ?? [],
          ),
        ),
      ),
    ),
});

/** Draws one line of the comparison with peers: a bar for each server and kind of request. */
const peerChart = (
  sections: readonly PublishedSection[],
  label: string,
  unit: string,
): BarChart => ({
  title: "Side by side",
  unit,
  bars: sections
    .filter(({ id }) => id === "PEERS")
    .flatMap(({ title, heads, runs }) =>
      [...runsByProcessor(runs)].flatMap(([processor, ownRuns]) =>
        heads.flatMap((head, column) =>
          toBar(
            `${head}, ${/creation/.test(title) ? "creation" : "status"}, ${processor}`,
            ownRuns.flatMap(
              ({ lines }) => lines.find((line) => line.label === label)?.figures[column] ?? [],
            ),
          ),
        ),
      ),
    ),
});
