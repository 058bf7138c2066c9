/** A line of a plot. Lines differ in their dashes, so that colours are not needed to read it. */
export interface PlotLine {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

/** The size of a plot in units of its drawing; the page stretches it. */
export const plotSize = { width: 1_000, height: 200 } as const;

/** How times and values become positions in a plot. */
export interface PlotScales {
  /** The first and the last time. */
  readonly first: number;
  readonly last: number;
  /** The values at the upper and the lower edge. */
  readonly top: number;
  readonly bottom: number;
  readonly x: (ms: number) => number;
  readonly y: (value: number) => number;
}

/** Returns the scales that show all values and zero. A single time is at the right edge. */
export const createPlotScales = (
  times: readonly number[],
  lines: readonly PlotLine[],
): PlotScales => {
  const { width, height } = plotSize;
  const values = lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  const top = roundUp(Math.max(1, ...values));
  const bottom = 0 - roundUp(Math.max(0, ...values.map((value) => -value)));
  const { first, last } = findSpan(times);
  return {
    ...{ first, last, top, bottom },
    x: (ms) => (last === first ? width : ((ms - first) / (last - first)) * width),
    y: (value) => height - ((value - bottom) / (top - bottom)) * height,
  };
};

const findSpan = (times: readonly number[]) => {
  const [first = 0, last = first] = [times[0], times.at(-1)];
  return { first, last };
};

/** Rounds up to 1, 2 or 5 times a power of ten. */
const roundUp = (value: number): number => {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => value <= step * power) ?? 10) * power;
};

/** Returns the index of the time at a share of the width: the next one, or else the last. */
export const findTimeAt = (times: readonly number[], share: number): number => {
  const { first, last } = findSpan(times);
  const target = first + share * (last - first);
  return times.findIndex((ms, index) => ms >= target || index === times.length - 1);
};

/** Draws the line; a missing value leaves a gap. The short stroke makes a single value a dot. */
export const drawLine = (
  { values }: PlotLine,
  times: readonly number[],
  { x, y }: PlotScales,
  isStepped: boolean,
): string => {
  let isFirst = true;
  const parts = times.map((ms, at) => {
    const value = values[at];
    if (value === undefined) {
      isFirst = true;
      return "";
    }
    const [left, top] = [x(ms).toFixed(1), y(value).toFixed(1)];
    const part =
      isStepped && !isFirst ? `H${left}V${top}` : `${isFirst ? "M" : "L"}${left} ${top}h.1`;
    isFirst = false;
    return part;
  });
  return parts.join("");
};

/** Returns the value of each line at one time, with its name if there are several. */
export const readPlotAt = (
  lines: readonly PlotLine[],
  at: number,
  format: (value: number) => string,
): readonly string[] =>
  lines.map(({ name, values }) => {
    const value = formatPlotValue(values[at], format);
    return lines.length === 1 ? value : `${name} ${value}`;
  });

export const formatPlotValue = (
  value: number | undefined,
  format: (value: number) => string,
): string => (value === undefined ? "–" : format(value));
