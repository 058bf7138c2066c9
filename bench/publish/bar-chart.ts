import { formatFigure } from "../report.ts";

export interface Bar {
  readonly label: string;
  /** The value of each run. The bar shows the median, the line the smallest and the largest. */
  readonly values: readonly number[];
  readonly middle: number;
}

export interface BarChart {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly Bar[];
  /** A vertical line that bars are compared with. */
  readonly mark?: { readonly value: number; readonly label: string };
}

const size = { width: 720, label: 250, value: 70, row: 30, top: 44, bar: 18 } as const;

/** Describes a chart in words, for readers who do not see it. */
export const describeChart = ({ title, unit, bars, mark }: BarChart): string => {
  const texts = bars.map(({ label, middle }) => `${label} ${formatFigure(middle)}`);
  const comparison = mark === undefined ? "" : ` The line marks ${mark.label}.`;
  return `${title}, ${unit}: ${texts.join(", ")}.${comparison}`;
};

/** Draws horizontal bars as SVG, with colours that can be read on light and dark pages. */
export const drawBarChart = (chart: BarChart): string => {
  const { bars, mark } = chart;
  const height = size.top + bars.length * size.row + 14;
  const most = Math.max(mark?.value ?? 0, ...bars.flatMap(({ values }) => values));
  const scale = (size.width - size.label - size.value) / most;
  const x = (value: number) => (size.label + value * scale).toFixed(1);
  const rows = bars.map((bar, at) => drawBar(bar, size.top + at * size.row, x));
  const line =
    mark === undefined
      ? []
      : [
          `  <path class="mark" d="M${x(mark.value)} ${size.top - 8}V${height - 10}"/>`,
          `  <text class="note" x="${x(mark.value)}" y="${size.top - 12}" text-anchor="middle">` +
            `${escapeXml(mark.label)}</text>`,
        ];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" role="img"`,
    '  aria-labelledby="title description">',
    `  <title id="title">${escapeXml(chart.title)}</title>`,
    `  <desc id="description">${escapeXml(describeChart(chart))}</desc>`,
    ...plotStyles,
    `  <text class="name" x="0" y="16">${escapeXml(`${chart.title}, ${chart.unit}`)}</text>`,
    ...rows.flat(),
    ...line,
    "</svg>",
  ].join("\n")}\n`;
};

/** Styles of text and bars that can be read on light and dark pages. */
export const plotStyles = [
  "  <style>",
  '    text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }',
  "    text { fill: #1f2328; }",
  "    .name { font-weight: 600; font-size: 14px; }",
  "    .note { font-size: 11px; }",
  "    .bar { fill: #3a6ea5; }",
  "    .spread { stroke: #1f2328; stroke-width: 1.5; fill: none; }",
  "    .mark { stroke: #b35900; stroke-width: 1.5; stroke-dasharray: 4 3; fill: none; }",
  "    @media (prefers-color-scheme: dark) {",
  "      text { fill: #e6edf3; }",
  "      .bar { fill: #5b9bd5; }",
  "      .spread { stroke: #e6edf3; }",
  "      .mark { stroke: #f0a04b; }",
  "    }",
  "  </style>",
];

const drawBar = ({ label, values, middle }: Bar, y: number, x: (value: number) => string) => {
  const centre = y + size.bar / 2;
  const width = (Number(x(middle)) - size.label).toFixed(1);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [
    `  <text x="${size.label - 8}" y="${centre + 4}" text-anchor="end">${escapeXml(label)}</text>`,
    `  <rect class="bar" x="${size.label}" y="${y}" width="${width}" height="${size.bar}" rx="2"/>`,
    `  <path class="spread" d="M${x(least)} ${centre}H${x(most)}"/>`,
    `  <text x="${Number(x(most)) + 8}" y="${centre + 4}">${formatFigure(middle)}</text>`,
  ];
};

export const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
