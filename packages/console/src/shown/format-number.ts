/** Groups the digits of an amount, as in -48,111.49. The decimals stay as they are. */
export const groupDigits = (amount: string): string => {
  const [start = "", sign = "", whole = ""] = /^(-?)(\d*)/.exec(amount) ?? [];
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first), ...(whole.slice(first).match(/\d{3}/g) ?? [])];
  return sign + groups.join(",") + amount.slice(start.length);
};

export const formatNumber = (value: number): string => value.toLocaleString("en-GB");

/** Formats a number of things, as in 1 request and 2 requests. */
export const formatCount = (count: number, thing: string): string =>
  `${formatNumber(count)} ${thing}${count === 1 ? "" : "s"}`;
