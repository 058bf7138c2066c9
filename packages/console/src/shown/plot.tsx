import type { TargetedPointerEvent } from "preact";
import { useState } from "preact/hooks";
import { formatNumber } from "./format-number.ts";
import {
  createPlotScales,
  drawLine,
  findTimeAt,
  formatPlotValue,
  type PlotLine,
  plotSize,
  readPlotAt,
} from "./plot-scales.ts";

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

const { width, height } = plotSize;
const margin = 4;

/** A plot of lines over time, with the same numbers as a table. */
export const Plot = (props: PlotProps) => {
  const { title, times, lines, formatTime, formatValue = formatNumber, isStepped = false } = props;
  const [at, setAt] = useState<number | undefined>(undefined);
  const scales = createPlotScales(times, lines);
  const { first, last, top, bottom, x, y } = scales;
  const show = ({ currentTarget, clientX }: TargetedPointerEvent<SVGSVGElement>) => {
    const box = currentTarget.getBoundingClientRect();
    setAt(findTimeAt(times, (clientX - box.left) / box.width));
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
              d={drawLine(line, times, scales, isStepped)}
            />
          ))}
        </svg>
        <p class="axis times" aria-hidden="true">
          <span>{times.length > 0 && formatTime(first)}</span>
          <span class="reading">
            {at !== undefined &&
              `${formatTime(times[at] ?? 0)}: ${readPlotAt(lines, at, formatValue).join(", ")}`}
          </span>
          <span>{times.length > 0 && formatTime(last)}</span>
        </p>
      </div>
      <NumberTable {...props} />
    </figure>
  );
};

const NumberTable = ({
  title,
  times,
  lines,
  formatTime,
  formatValue = formatNumber,
}: PlotProps) => (
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
                    {formatPlotValue(values[at], formatValue)}
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
