import type { ControlResponse, FigurePeriod } from "@varde/protocol";
import { useEffect, useState } from "preact/hooks";
import { control } from "./live/control.ts";
import { Failure } from "./shown/failure.tsx";
import { formatHour, formatSecond } from "./shown/format-clock.ts";
import { formatNumber } from "./shown/format-number.ts";
import { Plot } from "./shown/plot.tsx";
import { useReading } from "./shown/use-reading.ts";
import { useTicks } from "./shown/use-ticks.ts";

type Figures = ControlResponse<"readFigures">;
type Point = Figures["points"][number];

const periods = [
  ["minute", "Last minute"],
  ["hour", "Last hour"],
  ["day", "Last day"],
] as const satisfies readonly (readonly [FigurePeriod, string])[];

const refreshMs = { minute: 2_000, hour: 10_000, day: 60_000 } as const;

/** Returns the shortest period in which there was a request; an empty minute shows nothing. */
const choosePeriod = async (): Promise<FigurePeriod> => {
  for (const [period] of periods) {
    const { total } = await control.get("/figures", { query: { period } });
    if (total.requests > 0) return period;
  }
  return "hour";
};

/** Counts and latencies of the sandbox: plots with their numbers, and totals. */
export const FiguresPage = () => {
  const [period, setPeriod] = useState<FigurePeriod>("minute");
  useEffect(() => void choosePeriod().then(setPeriod, () => undefined), []);
  const tick = useTicks(refreshMs[period]);
  const { value, error } = useReading(
    () => control.get("/figures", { query: { period } }),
    [period, tick],
  );
  return (
    <div class="page">
      <div class="tools">
        <h1>Figures</h1>
        <fieldset class="actions" aria-label="Period">
          {periods.map(([name, words]) => (
            <button
              key={name}
              type="button"
              aria-pressed={period === name}
              onClick={() => setPeriod(name)}
            >
              {words}
            </button>
          ))}
        </fieldset>
      </div>
      <p class="quiet">All worlds of this sandbox since it started, in real time.</p>
      <Failure error={error} />
      {value !== undefined && <Shown figures={value} />}
    </div>
  );
};

const Shown = ({ figures }: { figures: Figures }) => {
  const { points, total, stepSeconds, sca, unattended, refusals, period } = figures;
  const times = points.map(({ at }) => Date.parse(at));
  const formatTime = (ms: number) => {
    const iso = new Date(ms).toISOString();
    return period === "minute" ? formatSecond(iso) : formatHour(iso);
  };
  const plot = { times, formatTime };
  const line = (name: string, value: (point: Point) => number | undefined) => ({
    name,
    values: points.map(value),
  });
  return (
    <>
      <dl class="tiles">
        <Tile name="Requests" value={total.requests} />
        <Tile name="Median latency" value={total.p50Ms} unit="ms" />
        <Tile name="99th percentile" value={total.p99Ms} unit="ms" />
        <Tile name="Refused, 4xx" value={total.refused} />
        <Tile name="Failed, 5xx" value={total.failed} />
        <Tile name="SCA started" value={sca.started} />
        <Tile name="SCA approved" value={sca.approved} />
        <Tile name="SCA failed" value={sca.failed} />
        <Tile name="Unattended calls" value={unattended.admitted} />
        <Tile name="Over the unattended quota" value={unattended.refused} />
      </dl>
      <div class="plots">
        <Plot
          {...plot}
          title="Requests per second"
          lines={[line("Requests", ({ requests }) => round(requests / stepSeconds))]}
        />
        <Plot
          {...plot}
          title="Latency in ms"
          lines={[
            line("p50", ({ p50Ms }) => p50Ms),
            line("p95", ({ p95Ms }) => p95Ms),
            line("p99", ({ p99Ms }) => p99Ms),
          ]}
        />
        <Plot
          {...plot}
          title="Responses by status"
          lines={[
            line("2xx and 3xx", ({ succeeded }) => succeeded),
            line("4xx", ({ refused }) => refused),
            line("5xx", ({ failed }) => failed),
          ]}
        />
        <Refusals refusals={refusals} />
      </div>
    </>
  );
};

const round = (value: number): number => Math.round(value * 100) / 100;

interface TileProps {
  readonly name: string;
  readonly value: number | undefined;
  readonly unit?: string;
}

const Tile = ({ name, value, unit }: TileProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value === undefined ? "–" : formatNumber(value)}
      {unit !== undefined && value !== undefined && <span class="quiet"> {unit}</span>}
    </dd>
  </div>
);

/** The refusals by code, as a table with a bar per row. */
const Refusals = ({ refusals }: Pick<Figures, "refusals">) => (
  <section class="refusals" aria-labelledby="refusals-title">
    <h2 id="refusals-title" class="title">
      Refusals by code
    </h2>
    {refusals.length === 0 ? (
      <p class="quiet">None.</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th scope="col">Code</th>
            <th scope="col" class="end">
              Times
            </th>
            <th scope="col">Compared</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ code, count }) => (
            <tr key={code}>
              <th scope="row">
                <a href={`/docs/errors#${code}`}>
                  <code>{code}</code>
                </a>
              </th>
              <td class="end">{count}</td>
              <td>
                <progress aria-label={code} value={count} max={refusals[0]?.count ?? 1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
