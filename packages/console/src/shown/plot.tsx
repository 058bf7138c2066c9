import { useState } from "preact/hooks";

/** A line of a plot. Lines differ in their dashes, so that colours are not needed to read it. */
export interface PlotLine {
  readonly name: string;
  readonly values: readonly (number | undefined)[];
}

interface PlotProps {
  readonly title: string;
  /** Position of each value, in epoch milliseconds. */
  readonly times: readonly number[];
  readonly lines: readonly PlotLine[];
  readonly formatTime: (ms: number) => string;
  /** Whether a value stays until the next one, as a balance does. */
  readonly isStepped?: boolean;
  readonly formatValue?: (value: number) => string;
}

const [width, height, margin] = [1_000, 200, 4];

/** A plot of lines over time, with the same numbers as a table. */
export const Plot = (props: PlotProps) => {
  const { title, times, lines, formatTime, formatValue = String, isStepped = false } = props;
  const [at, setAt] = useState<number | undefined>(undefined);
  const values = lines.flatMap((line) => line.values.filter((value) => value !== undefined));
  const top = roundUp(Math.max(1, ...values));
  const bottom = 0 - roundUp(Math.max(0, ...values.map((value) => -value)));
  const [first = 0, last = first] = [times[0], times.at(-1)];
  const x = (ms: number) => (last === first ? width : ((ms - first) / (last - first)) * width);
  const y = (value: number) => height - ((value - bottom) / (top - bottom)) * height;
  const show = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    const target = first + share * (last - first);
    setAt(times.findIndex((ms, index) => ms >= target || index === times.length - 1));
  };
  return (
    <figure class="plot">
      <figcaption>
        <span class="title">{title}</span>
        {lines.length > 1 &&
          lines.map(({ name }, index) => (
            <span key={name} class="key">
              <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
                <path d="M0 4H24" class={`line line-${index}`} />
              </svg>
              {name}
            </span>
          ))}
      </figcaption>
      <div class="canvas">
        <span class="axis" aria-hidden="true">
          <span>{formatValue(top)}</span>
          {bottom < 0 && <span>{formatValue(0)}</span>}
          <span>{formatValue(bottom)}</span>
        </span>
        <svg
          viewBox={`0 ${-margin} ${width} ${height + 2 * margin}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${title}; the numbers are in the table below`}
          onPointerMove={show}
          onPointerLeave={() => setAt(undefined)}
        >
          <path class="zero" d={`M0 ${y(0)}H${width}`} />
          {at !== undefined && <path class="cursor" d={`M${x(times[at] ?? 0)} 0V${height}`} />}
          {lines.map((line, index) => (
            <path
              key={line.name}
              class={`line line-${index}`}
              d={drawLine(line, times, { x, y, isStepped })}
            />
          ))}
        </svg>
      </div>
      <p class="axis times" aria-hidden="true">
        <span>{times.length > 0 && formatTime(first)}</span>
        <span class="reading">
          {at !== undefined &&
            `${formatTime(times[at] ?? 0)}: ${readAt(lines, at, formatValue).join(", ")}`}
        </span>
        <span>{times.length > 0 && formatTime(last)}</span>
      </p>
      <NumberTable {...props} />
    </figure>
  );
};

const NumberTable = ({ title, times, lines, formatTime, formatValue = String }: PlotProps) => (
  <details>
    <summary>Numbers</summary>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <section class="numbers" tabIndex={0} aria-label={`Numbers of ${title}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {lines.map(({ name }) => (
              <th key={name} scope="col" class="end">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times
            .map((ms, at) => (
              <tr key={ms}>
                <th scope="row">{formatTime(ms)}</th>
                {lines.map(({ name, values }) => (
                  <td key={name} class="end">
                    {formatOptional(values[at], formatValue)}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  </details>
);

const formatOptional = (value: number | undefined, format: (value: number) => string): string =>
  value === undefined ? "–" : format(value);

const readAt = (
  lines: readonly PlotLine[],
  at: number,
  format: (value: number) => string,
): readonly string[] =>
  lines.map(({ name, values }) => {
    const value = formatOptional(values[at], format);
    return lines.length === 1 ? value : `${name} ${value}`;
  });

interface Scales {
  readonly x: (ms: number) => number;
  readonly y: (value: number) => number;
  readonly isStepped: boolean;
}

/** Draws the line; a missing value leaves a gap. The short stroke makes a single value a dot. */
const drawLine = (
  { values }: PlotLine,
  times: readonly number[],
  { x, y, isStepped }: Scales,
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

/** Rounds up to 1, 2 or 5 times a power of ten. */
const roundUp = (value: number): number => {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => value <= step * power) ?? 10) * power;
};
