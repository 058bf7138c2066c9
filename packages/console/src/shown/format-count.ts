/** Formats a number of things, as in 1 request and 2 requests. */
export const formatCount = (count: number, thing: string): string =>
  `${count.toLocaleString("en-GB")} ${thing}${count === 1 ? "" : "s"}`;
