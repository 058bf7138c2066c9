import { formatFigure } from "../report.ts";
import { escapeXml, plotStyles } from "./bar-chart.ts";

/** The cost of one thing at growing numbers of rows. */
export interface GrowthLine {
  readonly label: string;
  readonly costs: readonly number[];
  readonly exponent: number;
}

export interface GrowthPlot {
  readonly title: string;
  readonly rowCounts: readonly number[];
  readonly lines: readonly GrowthLine[];
}

/**
 * Returns the exponent of a cost: 0 if it does not depend on the number of rows, 1 if it grows in
 * proportion. It is the slope of the straight line through the logarithms that fits best.
 */
export const fitExponent = (rowCounts: readonly number[], costs: readonly number[]): number => {
  const points = rowCounts.map((rows, at) => [Math.log(rows), Math.log(costs[at] ?? Number.NaN)]);
  const mean = (column: 0 | 1) =>
    points.reduce((sum, point) => sum + (point[column] ?? 0), 0) / points.length;
  const [meanRows, meanCost] = [mean(0), mean(1)];
  let [covariance, variance] = [0, 0];
  for (const [rows = 0, cost = 0] of points) {
    covariance += (rows - meanRows) * (cost - meanCost);
    variance += (rows - meanRows) ** 2;
  }
  return covariance / variance;
};

/** Describes a plot in words, for readers who do not see it. */
export const describeGrowth = ({ title, lines }: GrowthPlot): string =>
  `${title}: ${lines.map(describeLine).join(", ")}.`;

const describeLine = ({ label, exponent }: GrowthLine): string =>
  `${label} ${formatFigure(exponent)}`;

const size = { width: 780, height: 380, left: 70, right: 330, top: 40, bottom: 40 } as const;
const colours = ["#3a6ea5", "#b35900", "#2e8b57", "#8b3a8b", "#a52a2a", "#6b6b00", "#008080"];

/** Draws costs by rows as SVG, both on logarithmic scales: a straight line has one exponent. */
export const drawGrowth = (plot: GrowthPlot): string => {
  const { title, rowCounts, lines } = plot;
  const all = lines.flatMap(({ costs }) => costs);
  const x = scale(rowCounts, size.left, size.width - size.right);
  const y = scale(all, size.height - size.bottom, size.top);
  const ticks = [Math.min(...all), Math.max(...all)];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img"`,
    '  aria-labelledby="title description">',
    `  <title id="title">${escapeXml(title)}</title>`,
    `  <desc id="description">${escapeXml(describeGrowth(plot))}</desc>`,
    ...plotStyles,
    `  <text class="name" x="0" y="16">${escapeXml(title)}</text>`,
    ...rowCounts.map(
      (rows) =>
        `  <text class="note" x="${x(rows)}" y="${size.height - 16}" text-anchor="middle">` +
        `${rows.toLocaleString("en").replaceAll(",", " ")}</text>`,
    ),
    ...ticks.map(
      (cost) =>
        `  <text class="note" x="${size.left - 10}" y="${y(cost)}" text-anchor="end">` +
        `${formatFigure(cost)}</text>`,
    ),
    ...lines.flatMap((line, at) => drawLine(line, at, rowCounts, x, y)),
    "</svg>",
  ].join("\n")}\n`;
};

type Scale = (value: number) => string;

/** Returns a logarithmic scale from the smallest value to the largest. */
const scale = (values: readonly number[], from: number, to: number): Scale => {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))];
  return (value) =>
    (from + ((Math.log(value) - least) / (most - least || 1)) * (to - from)).toFixed(1);
};

const drawLine = (
  { label, costs, exponent }: GrowthLine,
  at: number,
  rowCounts: readonly number[],
  x: Scale,
  y: Scale,
): readonly string[] => {
  const colour = colours[at % colours.length];
  const points = rowCounts.map((rows, index) => `${x(rows)} ${y(costs[index] ?? 1)}`);
  const [textX, textY] = [size.width - size.right + 20, size.top + at * 22];
  return [
    `  <path d="M${points.join("L")}" stroke="${colour}" stroke-width="2" fill="none"/>`,
    `  <path d="M${textX} ${textY - 4}h16" stroke="${colour}" stroke-width="3"/>`,
    `  <text x="${textX + 22}" y="${textY}">${escapeXml(label)}: ${formatFigure(exponent)}</text>`,
  ];
};
