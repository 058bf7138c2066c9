import { type Html, html } from "../../pages/html/html.ts";
import { formatNumber } from "./format-kpi-csv.ts";

/** A line of a plot. Lines differ in their dashes too, so that colours are not needed. */
export interface KpiLine {
  readonly name: string;
  /** A value for each day; undefined leaves a gap. */
  readonly values: readonly (number | undefined)[];
}

interface KpiPlotOptions {
  readonly title: string;
  readonly unit: string;
  readonly days: readonly string[];
  readonly lines: readonly KpiLine[];
  /** The highest value of the axis, if it is not that of the lines. */
  readonly top?: number;
  /** The lowest value of the axis is 0, or close to the lowest value of the lines. */
  readonly startsAtZero: boolean;
}

const size = { width: 960, height: 240, left: 72, right: 8, top: 12, bottom: 28 };
const lineStylesMax = 6;

/** Draws a plot of daily values as SVG. The page has the same numbers in a table. */
export const drawKpiPlot = (options: KpiPlotOptions): Html => {
  const { title, unit, days, lines } = options;
  const { bottom, top } = axis(options);
  const x = (at: number) => place(at, 0, Math.max(1, days.length - 1), size.left, plotRight);
  const y = (value: number) => place(value, bottom, top, plotBottom, size.top);
  const ticks = [bottom, (bottom + top) / 2, top];
  const paths = lines.map(
    ({ values }, at) => html`<path class="${lineStyle(at)}" d="${drawLine(values, x, y)}"/>`,
  );
  const label = `${title}. The numbers are in the table of daily figures.`;
  return html`<figure>
<figcaption>${title}</figcaption>
<ul class="keys">${lines.map(({ name }, at) => key(name, at))}</ul>
<svg viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${label}">
${ticks.map((tick) => drawTick(y(tick), `${formatNumber(tick, 3)} ${unit}`))}
<text x="${size.left}" y="${size.height - 6}">${days[0] ?? ""}</text>
<text class="end" x="${plotRight}" y="${size.height - 6}">${days.at(-1) ?? ""}</text>
${paths}
</svg>
</figure>`;
};

const plotRight = size.width - size.right;
const plotBottom = size.height - size.bottom;

const drawTick = (y: number, label: string): Html =>
  html`<path class="grid" d="M${size.left} ${digits(y)}H${plotRight}"/>
<text class="end" x="${size.left - 8}" y="${digits(y + 4)}">${label}</text>
`;

const key = (name: string, at: number): Html =>
  html`<li><svg class="key" viewBox="0 0 32 8" aria-hidden="true">
<path class="${lineStyle(at)}" d="M0 4H32"/></svg> ${name}</li>`;

const lineStyle = (at: number): string => `line line-${at % lineStylesMax}`;

const axis = ({ lines, top, startsAtZero }: KpiPlotOptions): { bottom: number; top: number } => {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  const highest = top ?? roundUp(Math.max(...values, 0));
  if (startsAtZero || values.length === 0) return { bottom: 0, top: highest || 1 };
  const distance = roundUp(highest - Math.min(...values));
  return { bottom: highest - (distance || 1), top: highest };
};

/** Rounds up to 1, 2 or 5 times a power of ten. */
const roundUp = (value: number): number => {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => value <= step * power) ?? 10) * power;
};

const place = (value: number, from: number, to: number, start: number, end: number): number =>
  start + ((value - from) / (to - from)) * (end - start);

const digits = (value: number): string => String(Number(value.toFixed(1)));

/** The short stroke after each value makes a single one visible as a dot. */
const drawLine = (
  values: KpiLine["values"],
  x: (at: number) => number,
  y: (value: number) => number,
): string =>
  values
    .map((value, at) => {
      if (value === undefined) return "";
      const isFirst = values[at - 1] === undefined;
      return `${isFirst ? "M" : "L"}${digits(x(at))} ${digits(y(value))}h.1`;
    })
    .join("");
