import assert from "node:assert/strict";
import type { Worker } from "node:cluster";
import { beforeEach, describe, mock, test } from "node:test";
import type { MetricReading } from "@varde/bank";
import { MetricsCollector } from "../src/workers/metrics-collector.ts";
import type { WorkerOrder } from "../src/workers/worker-messages.ts";

const counting = (value: number): readonly MetricReading[] => [
  {
    ...{ name: "responses", type: "counter", help: "", labels: [], merge: "sum" },
    series: [{ labels: [], value }],
  },
];

const workerWithId = (id: number) => ({ id }) as Worker;

describe("the metrics of all workers", () => {
  const [one, other] = [workerWithId(1), workerWithId(2)];
  const workers = new Set([one, other]);
  let collector: MetricsCollector;
  let sums: (number | undefined)[];
  let asked: { readonly worker: Worker; readonly id: number }[];
  const send = (worker: Worker, order: WorkerOrder) => {
    if (order.kind === "read metrics") asked.push({ worker, id: order.id });
    if (order.kind !== "all metrics") return;
    const [series] = order.readings[0]?.series ?? [];
    sums.push(series !== undefined && "value" in series ? series.value : undefined);
  };
  const collect = () => {
    collector.handle(one, { kind: "collect metrics" }, workers, send);
    return asked.at(-1)?.id ?? 0;
  };
  const reply = (worker: Worker, id: number, value: number) =>
    collector.handle(worker, { kind: "metrics", id, readings: counting(value) }, workers, send);
  beforeEach(() => {
    [collector, sums, asked] = [new MetricsCollector(), [], []];
  });

  test("are sent once the last worker has replied", () => {
    const id = collect();
    assert.deepEqual(new Set(asked.map(({ worker }) => worker)), workers);
    reply(one, id, 5);
    assert.deepEqual(sums, []);
    reply(other, id, 7);
    assert.deepEqual(sums, [12]);
  });

  test("are not sent early because a worker replied to an earlier request, or twice", () => {
    const first = collect();
    const second = collect();
    reply(one, first, 1);
    reply(one, second, 2);
    reply(one, second, 2);
    assert.deepEqual(sums, []);
    reply(other, first, 4);
    assert.deepEqual(sums, [6]);
    reply(other, second, 5);
    assert.deepEqual(sums, [6, 7]);
  });

  test("do not wait for a worker that ends, and still count what it reported last", () => {
    const first = collect();
    reply(one, first, 5);
    reply(other, first, 7);
    const second = collect();
    reply(one, second, 6);
    collector.end(other);
    assert.deepEqual(sums, [12, 13]);
  });

  test("use what a worker reported last if it takes more than two seconds", (t) => {
    mock.timers.enable({ apis: ["setTimeout"] });
    t.after(() => mock.timers.reset());
    const first = collect();
    reply(one, first, 5);
    reply(other, first, 7);
    const second = collect();
    reply(one, second, 8);
    mock.timers.tick(1_999);
    assert.deepEqual(sums, [12]);
    mock.timers.tick(1);
    assert.deepEqual(sums, [12, 15]);
  });
});
