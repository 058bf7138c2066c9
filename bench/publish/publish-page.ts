import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "../median.ts";
import { type Bar, type BarChart, drawBarChart } from "./bar-chart.ts";
import { formatPage, runsByProcessor } from "./format-page.ts";
import type { PublishedSection } from "./performance-figures.ts";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));

/** Returns the files of the page by path from docs: its text, and the charts that have figures. */
export const formatFiles = (
  sections: readonly PublishedSection[],
): Readonly<Record<string, string>> => {
  const charts = Object.fromEntries(
    Object.entries({
      "floor-requests": floorChart(sections, /^requests\/s$/, "requests per second"),
      "floor-cpu": floorChart(sections, /^CPU per request/, "CPU per request"),
      peers: peerChart(sections),
    }).filter(([, chart]) => chart.bars.length > 0),
  );
  const drawn = Object.entries(charts).map(([name, chart]) => [
    `performance/${name}.svg`,
    drawBarChart(chart),
  ]);
  return { "performance.md": formatPage(sections, charts), ...Object.fromEntries(drawn) };
};

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

const peerChart = (sections: readonly PublishedSection[]): BarChart => ({
  title: "Side by side",
  unit: "requests per second",
  bars: sections
    .filter(({ id }) => id === "PEERS")
    .flatMap(({ title, heads, runs }) =>
      [...runsByProcessor(runs)].flatMap(([processor, ownRuns]) =>
        heads.flatMap((head, column) =>
          toBar(
            `${head}, ${/creation/.test(title) ? "creation" : "status"}, ${processor}`,
            ownRuns.flatMap(
              ({ lines }) =>
                lines.find((line) => line.label === "requests/s")?.figures[column] ?? [],
            ),
          ),
        ),
      ),
    ),
});
