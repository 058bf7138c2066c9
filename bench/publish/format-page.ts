import { median } from "../median.ts";
import { formatFigure, isMet, type ReportedLine } from "../report.ts";
import { type BarChart, describeChart } from "./bar-chart.ts";
import type { PublishedRun, PublishedSection } from "./performance-figures.ts";
import { afterFigures, beforeFigures, noFigures } from "./texts/page-texts.ts";

/** The page warns about a run in which other programs used a larger share of the processors. */
const busyShareMax = 0.1;

/** Formats docs/performance.md. Every figure comes from the published runs. */
export const formatPage = (
  sections: readonly PublishedSection[],
  charts: Readonly<Record<string, BarChart>>,
): string => {
  const images = Object.entries(charts).map(
    ([name, chart]) => `![${describeChart(chart)}](performance/${name}.svg)\n`,
  );
  const parts = sections.length === 0 ? [noFigures] : [...images, ...sections.map(formatSection)];
  return [beforeFigures, ...parts, afterFigures].join("\n");
};

const formatSection = ({ id, title, heads, runs }: PublishedSection): string => {
  const lines = runs[0]?.lines ?? [];
  const rows = lines.map((line, at) => {
    const cells = heads.map((_, column) => formatSpread(runs, at, column));
    return row([line.label, ...cells, formatGoal(line, runs, at)]);
  });
  return [
    `### ${id}: ${title}`,
    "",
    formatConditions(runs),
    "",
    row(["", ...heads, "goal"]),
    row(["---", ...heads.map(() => "---:"), "---"]),
    ...rows,
    "",
  ].join("\n");
};

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** Returns the values of one cell in all runs. */
const valuesAt = (runs: readonly PublishedRun[], line: number, column: number) =>
  runs.flatMap(({ lines }) => lines[line]?.figures[column] ?? []);

/** Formats the median of the runs, with the smallest and the largest if there are several. */
const formatSpread = (runs: readonly PublishedRun[], line: number, column: number): string => {
  const values = valuesAt(runs, line, column);
  if (values.length === 0) return "";
  const middle = formatFigure(median(values));
  if (values.length === 1) return middle;
  const [least, most] = [Math.min(...values), Math.max(...values)].map(formatFigure);
  return least === most ? middle : `${middle} (${least} to ${most})`;
};

const formatGoal = (line: ReportedLine, runs: readonly PublishedRun[], at: number): string => {
  if (line.goal === undefined) return "";
  const values = valuesAt(runs, at, line.figures.length - 1);
  const text = `${line.goal.sign} ${formatFigure(line.goal.value)}`;
  return values.length > 0 && isMet(median(values), line.goal) ? text : `${text}, missed`;
};

const formatConditions = (runs: readonly PublishedRun[]): string => {
  const [first] = runs;
  if (first === undefined) return "";
  const { measuredOn, commit, machine, rounds, perRound, warmUp } = first;
  const busiest = Math.max(...runs.map(({ busyShare }) => busyShare));
  const count = runs.length === 1 ? "One run" : `${runs.length} runs`;
  const sentences = [
    `${count} on ${measuredOn} at ${commit}: ${machine}.`,
    `${rounds} rounds of ${perRound} requests after ${warmUp}.`,
    ...(busiest > busyShareMax
      ? [`**Busy machine**: other programs used ${Math.round(busiest * 100)} % of it.`]
      : []),
  ];
  return sentences.join(" ");
};
