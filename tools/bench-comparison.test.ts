import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { compareFigure, isWithinSpread } from "../bench/compare/compare-figures.ts";
import { WarmUp } from "../bench/compare/warm-up.ts";
import type { Figures } from "../bench/load/send-round.ts";

const rounds = (...cpuUs: readonly number[]): readonly Figures[] =>
  cpuUs.map((each) => ({
    requestsPerSecond: 1_000_000 / each,
    cpuUs: each,
    databaseUs: 0,
    p50Ms: 1,
    p99Ms: 1,
    residentMb: 1,
  }));

describe("a comparison of two sides", () => {
  const floor = [rounds(300, 330, 300), rounds(300, 330, 300), rounds(306, 336.6, 306)];
  const bank = [rounds(400, 440, 400), rounds(388, 426.8, 388), rounds(420, 462, 420)];

  test("compares the middle instances, so that one unusual process has no effect", () => {
    const { first, second, ratio } = compareFigure(floor, bank, "cpuUs", true);
    assert.deepEqual([first, second, ratio], [300, 400, 0.75]);
    const unusual = [...bank.slice(0, 2), rounds(900, 900, 900)];
    assert.equal(compareFigure(floor, unusual, "cpuUs", true).ratio, 0.75);
  });

  test("the spread is that of the side whose equal instances differ most", () => {
    const { spread } = compareFigure(floor, bank, "cpuUs");
    assert.equal(spread.toFixed(3), (420 / 388 - 1).toFixed(3));
  });

  test("a slow round of the whole machine adds nothing to the spread", () => {
    const slow = [rounds(300, 600, 300), rounds(300, 600, 300), rounds(300, 600, 300)];
    assert.equal(compareFigure(slow, slow, "cpuUs").spread, 0);
  });

  test("a ratio within the spread, to either side, shows no difference", () => {
    assert.deepEqual(
      [0.94, 0.92, 1.07, 1.09].map((ratio) => isWithinSpread(ratio, 0.08)),
      [true, false, true, false],
    );
  });
});

describe("the warm-up", () => {
  const roundsUntilOver = (costUs: (sent: number) => number): number => {
    const warmUp = new WarmUp();
    let sent = 0;
    while (!warmUp.isOver) {
      warmUp.add(costUs(sent), 1_000);
      sent += 1_000;
    }
    return sent;
  };

  test("ends 10 000 requests after the cost has stopped falling", () => {
    assert.equal(
      roundsUntilOver((sent) => (sent < 5_000 ? 900 - sent / 10 : 400)),
      16_000,
    );
  });

  test("continues over a plateau that is shorter, and over expensive rounds", () => {
    const late = (sent: number) => (sent < 8_000 ? 600 : sent < 15_000 ? 590 : 450);
    assert.equal(roundsUntilOver(late), 11_000, "a fall of less than 2 % is noise");
    const plateau = (sent: number) => (sent < 6_000 ? 600 : sent < 15_000 ? 500 : 450);
    assert.equal(roundsUntilOver(plateau), 26_000);
    const noisy = (sent: number) => plateau(sent) * (sent % 3_000 === 0 ? 1.4 : 1);
    assert.equal(roundsUntilOver(noisy), 27_000);
  });
});
