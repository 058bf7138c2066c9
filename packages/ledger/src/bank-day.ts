/** Created on first use, because creating it is slow. */
let osloDay: Intl.DateTimeFormat | undefined;

/** Returns the day in Oslo, as YYYY-MM-DD, of an instant in epoch milliseconds. */
export function bankDay(at: bigint): string {
  osloDay ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Oslo",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return osloDay.format(Number(at));
}
