import { median } from "../median.ts";
import { formatFigure, formatSpread, isMet, type ReportedLine } from "../report.ts";
import type { PublishedRun, PublishedSection } from "./performance-figures.ts";
import { afterFigures, beforeFigures, noFigures } from "./texts/page-texts.ts";

/** The page warns about a run in which other programs used a larger share of the processors. */
const busyShareMax = 0.1;

/** A drawing, and the same in words for readers who do not see it. */
export interface Chart {
  readonly description: string;
  readonly svg: string;
}

/** Formats docs/performance.md. Every figure comes from the published runs. */
export const formatPage = (
  sections: readonly PublishedSection[],
  charts: Readonly<Record<string, Chart>>,
): string => {
  const images = Object.entries(charts).map(
    ([name, { description }]) => `![${description}](performance/${name}.svg)\n`,
  );
  const parts = sections.length === 0 ? [noFigures] : [...images, ...sections.map(formatSection)];
  return [beforeFigures, ...parts, afterFigures].join("\n");
};

/** Returns the runs of each processor, by its name. */
export const runsByProcessor = (
  runs: readonly PublishedRun[],
): ReadonlyMap<string, readonly PublishedRun[]> => Map.groupBy(runs, ({ processor }) => processor);

/** Formats a table. Each line has a row for each processor, so that they are side by side. */
const formatSection = ({ id, title, heads, runs }: PublishedSection): string => {
  const processors = [...runsByProcessor(runs)];
  const labels = new Set(runs.flatMap(({ lines }) => lines.map(({ label }) => label)));
  const rows = [...labels].flatMap((label) =>
    processors.flatMap(([processor, ownRuns]) => formatLine(label, processor, heads, ownRuns)),
  );
  return [
    `### ${id}: ${title}`,
    "",
    ...processors.map(([, ownRuns]) => `- ${formatConditions(ownRuns)}`),
    "",
    row(["", "processor", ...heads, "goal"]),
    row(["---", "---", ...heads.map(() => "---:"), "---"]),
    ...rows,
    "",
  ].join("\n");
};

const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

const formatLine = (
  label: string,
  processor: string,
  heads: readonly string[],
  runs: readonly PublishedRun[],
): readonly string[] => {
  const lines = runs.flatMap(({ lines: all }) => all.find((line) => line.label === label) ?? []);
  const [first] = lines;
  if (first === undefined) return [];
  const cells = heads.map((_, column) => formatCell(lines, column));
  const last = first.figures.length - 1;
  cells[last] = `${cells[last] ?? ""}${formatEqualCode(lines, last)}`;
  return [row([label, processor, ...cells, formatGoal(first, valuesAt(lines, last))])];
};

/** Returns the values of one cell in all runs. */
const valuesAt = (lines: readonly ReportedLine[], column: number): readonly number[] =>
  lines.flatMap(({ figures }) => figures[column] ?? []);

/** Formats the median of the runs, with the smallest and the largest if there are several. */
const formatCell = (lines: readonly ReportedLine[], column: number): string => {
  const values = valuesAt(lines, column);
  if (values.length === 0) return "";
  const middle = formatFigure(median(values));
  if (values.length === 1) return middle;
  const [least, most] = [Math.min(...values), Math.max(...values)].map(formatFigure);
  return least === most ? middle : `${middle} (${least} to ${most})`;
};

/** Formats the largest spread of equal code in any of the runs. */
const formatEqualCode = (lines: readonly ReportedLine[], column: number): string => {
  const spreads = lines.flatMap(({ spread }) => spread ?? []);
  if (spreads.length === 0) return "";
  return `; ${formatSpread(median(valuesAt(lines, column)), Math.max(...spreads))}`;
};

const formatGoal = ({ goal }: ReportedLine, values: readonly number[]): string => {
  if (goal === undefined) return "";
  const text = `${goal.sign} ${formatFigure(goal.value)}`;
  return values.length > 0 && isMet(median(values), goal) ? text : `${text}, missed`;
};

const formatConditions = (runs: readonly PublishedRun[]): string => {
  const [first] = runs;
  if (first === undefined) return "";
  const { measuredOn, commit, machine, rounds, perRound } = first;
  const warmUps = runs.map(({ warmUp }) => warmUp);
  const [least, most] = [Math.min(...warmUps), Math.max(...warmUps)];
  const warmUp = least === most ? least : `${least} to ${most}`;
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
