/**
 * Returns a number with its noun: "1 request", "2 requests".
 *
 * @example
 * countOf(1, "entry", "entries") // "1 entry"
 */
export const countOf = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
