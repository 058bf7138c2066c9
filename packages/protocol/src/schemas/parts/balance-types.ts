/** The kinds of balance an account may have. */
export const balanceTypes = [
  "closingBooked",
  "expected",
  "openingBooked",
  "interimAvailable",
  "interimBooked",
  "forwardAvailable",
  "nonInvoiced",
] as const;
