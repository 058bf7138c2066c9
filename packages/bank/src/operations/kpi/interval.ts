/** A period in epoch milliseconds, without its end. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** Returns the periods that are in any of the intervals, in order and without overlap. */
export const joinIntervals = (intervals: readonly Interval[]): readonly Interval[] => {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of intervals.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    if (to <= from) continue;
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
};

/** Returns the parts of joined intervals that lie within a period. */
export const clipIntervals = (
  intervals: readonly Interval[],
  { from, to }: Interval,
): readonly Interval[] =>
  intervals
    .map((each) => ({ from: Math.max(each.from, from), to: Math.min(each.to, to) }))
    .filter((each) => each.to > each.from);

/** Returns the parts of a period that are in none of the joined intervals. */
export const findGaps = (
  intervals: readonly Interval[],
  { from, to }: Interval,
): readonly Interval[] => {
  const inside = clipIntervals(intervals, { from, to });
  const starts = [from, ...inside.map((each) => each.to)];
  const ends = [...inside.map((each) => each.from), to];
  return starts
    .map((start, at) => ({ from: start, to: ends[at] ?? to }))
    .filter((each) => each.to > each.from);
};

/** Returns the total length of joined intervals in milliseconds. */
export const sumIntervals = (intervals: readonly Interval[]): number =>
  intervals.reduce((sum, { from, to }) => sum + to - from, 0);
