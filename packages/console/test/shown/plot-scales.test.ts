import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  createPlotScales,
  drawLine,
  findTimeAt,
  type PlotLine,
  readPlotAt,
} from "../../src/shown/plot-scales.ts";

const aLine = (...values: PlotLine["values"]): PlotLine => ({ name: "Requests", values });
const scales = (times: readonly number[], ...lines: readonly PlotLine[]) =>
  createPlotScales(times, lines);

describe("the scales of a plot", () => {
  test("end at 1, 2 or 5 times a power of ten", () => {
    const tops = [0.4, 1, 1.1, 2, 3, 5, 7, 10, 11, 480, 501].map(
      (value) => scales([0], aLine(value)).top,
    );
    assert.deepEqual(tops, [1, 1, 2, 2, 5, 5, 10, 10, 20, 500, 1_000]);
  });

  test("show all lines and zero", () => {
    const { top, bottom, y } = scales([0, 1], aLine(3, undefined), aLine(40, 12));
    assert.deepEqual([top, bottom, y(0), y(50)], [50, 0, 200, 0]);
  });

  test("reach below zero for an overdraft", () => {
    const { top, bottom, y } = scales([0, 1], aLine(-150, 100));
    assert.deepEqual([top, bottom], [100, -200]);
    assert.deepEqual([y(100), y(-200)], [0, 200]);
  });

  test("have the first time at the left and the last at the right", () => {
    const { first, last, x } = scales([100, 150, 300], aLine(1, 2, 3));
    assert.deepEqual([first, last], [100, 300]);
    assert.deepEqual([x(100), x(150), x(300)], [0, 250, 1_000]);
  });

  test("have positions without a time, or with a single one", () => {
    const { top, bottom, x } = scales([]);
    assert.deepEqual([top, bottom, x(0)], [1, 0, 1_000]);
    assert.equal(scales([500], aLine(1)).x(500), 1_000);
  });
});

describe("a line of a plot", () => {
  const times = [0, 1, 2, 3];

  test("connects its values", () => {
    const line = aLine(0, 10, 5, 10);
    assert.equal(
      drawLine(line, times, scales(times, line), false),
      "M0.0 200.0h.1L333.3 0.0h.1L666.7 100.0h.1L1000.0 0.0h.1",
    );
  });

  test("keeps a value until the next one if it is stepped", () => {
    const line = aLine(0, 10, 5, 10);
    assert.equal(
      drawLine(line, times, scales(times, line), true),
      "M0.0 200.0h.1H333.3V0.0H666.7V100.0H1000.0V0.0",
    );
  });

  test("has a gap where a value is missing", () => {
    const line = aLine(10, undefined, 10, 10);
    assert.equal(
      drawLine(line, times, scales(times, line), true),
      "M0.0 0.0h.1M666.7 0.0h.1H1000.0V0.0",
    );
  });
});

describe("the pointer over a plot", () => {
  test("reads the next time, and the last one at the right edge", () => {
    const times = [0, 10, 20];
    assert.deepEqual(
      [0, 0.1, 0.5, 0.51, 1, 1.2].map((share) => findTimeAt(times, share)),
      [0, 1, 1, 2, 2, 2],
    );
  });

  test("names the lines only if there are several, and shows a missing value", () => {
    const other = { name: "p99", values: [undefined] };
    assert.deepEqual(readPlotAt([aLine(7)], 0, String), ["7"]);
    assert.deepEqual(readPlotAt([aLine(7), other], 0, String), ["Requests 7", "p99 –"]);
  });
});
