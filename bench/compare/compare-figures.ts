import type { Figures } from "../load/send-round.ts";
import { median } from "../median.ts";
import type { SideFigures } from "./measure-sides.ts";

export interface ComparedFigure {
  readonly first: number;
  readonly second: number;
  readonly ratio: number;
  /** How far instances of the same code differ in this run. A smaller difference shows nothing. */
  readonly spread: number;
}

/**
 * Compares a figure of two sides. In each round a side has the median of its instances; the ratio
 * is the median of the ratios of the rounds, because noise affects both halves of a round.
 */
export const compareFigure = (
  first: SideFigures,
  second: SideFigures,
  figure: keyof Figures,
  /** Whether the ratio is the first divided by the second, as for costs. */
  isInverse = false,
): ComparedFigure => {
  const [one, other] = [first, second].map((side) => middleOfRounds(side, figure));
  const ratios = (one ?? []).map((value, round) => {
    const ratio = (other?.[round] ?? Number.NaN) / value;
    return isInverse ? 1 / ratio : ratio;
  });
  return {
    first: median(one ?? []),
    second: median(other ?? []),
    ratio: median(ratios),
    spread: Math.max(spreadOfSide(first, figure), spreadOfSide(second, figure)),
  };
};

/** Whether equal code differs as much, so that the ratio shows no difference. */
export const isWithinSpread = (ratio: number, spread: number): boolean =>
  Math.max(ratio, 1 / ratio) <= 1 + spread;

/** Returns the median of the instances in each round. */
const middleOfRounds = (side: SideFigures, figure: keyof Figures): readonly number[] =>
  (side[0] ?? []).map((_, round) =>
    median(side.map((rounds) => rounds[round]?.[figure] ?? Number.NaN)),
  );

/**
 * Returns by how much the instance with the highest figure exceeds the one with the lowest. The
 * level of an instance is the median of its ratios to the mean of each round.
 */
const spreadOfSide = (side: SideFigures, figure: keyof Figures): number => {
  const means = (side[0] ?? []).map((_, round) =>
    mean(side.map((rounds) => rounds[round]?.[figure] ?? Number.NaN)),
  );
  const levels = side.map((rounds) =>
    median(rounds.map((round, at) => round[figure] / (means[at] ?? Number.NaN))),
  );
  return Math.max(...levels) / Math.min(...levels) - 1;
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
