/** Groups the digits of an amount, as in -48,111.49. The decimals stay as they are. */
export const groupDigits = (amount: string): string =>
  amount.replace(/\d(?=(?:\d{3})+(?!\d))(?<!\.\d*)/g, "$&,");
