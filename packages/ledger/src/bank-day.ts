/** Made when first needed: it takes longer than all else that is done at a start. */
let osloDay: Intl.DateTimeFormat | undefined;

/** The day in Oslo at an instant in epoch milliseconds, as YYYY-MM-DD. */
export function bankDay(at: bigint): string {
  osloDay ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: "Europe/Oslo",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  return osloDay.format(Number(at));
}
