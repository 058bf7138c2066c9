const osloDay = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Oslo",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** The day in Oslo at an instant in epoch milliseconds, as YYYY-MM-DD. */
export function bankDay(at: bigint): string {
  return osloDay.format(Number(at));
}
