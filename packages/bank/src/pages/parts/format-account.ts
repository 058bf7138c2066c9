const noBreakSpace = "\u00a0";

/**
 * Groups a Norwegian account number as 8601 11 17947 and an IBAN in fours, as people read them.
 * Other texts are returned unchanged.
 */
export function formatAccount(number: string): string {
  if (/^\d{11}$/.test(number)) {
    return [number.slice(0, 4), number.slice(4, 6), number.slice(6)].join(noBreakSpace);
  }
  // Ordinary spaces, so that a long IBAN can wrap on a narrow screen.
  if (/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(number)) {
    return number.replace(/.{4}(?=.)/g, "$& ");
  }
  return number;
}
