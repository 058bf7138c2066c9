/** Splits a line into the beginning and the end that it shares with another one, and the rest. */
export const findDifference = (line: string, other: string) => {
  const most = Math.min(line.length, other.length);
  let start = 0;
  while (start < most && line[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && line.at(-1 - end) === other.at(-1 - end)) end += 1;
  return {
    before: line.slice(0, start),
    differing: line.slice(start, line.length - end),
    after: line.slice(line.length - end),
  };
};
