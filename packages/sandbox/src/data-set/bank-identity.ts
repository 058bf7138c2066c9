/**
 * The sandbox bank. The public register has no bank numbers from 9904 on, so the account numbers
 * cannot belong to anyone; by SWIFT's rules, a BIC that ends in 0 is a test BIC.
 */
export const bankIdentity = {
  name: "Varde Bank",
  bankNumber: "9990",
  bic: "VARDNOK0",
} as const;

/** The bank of every payee in Norway that is not a customer of the sandbox bank. */
export const otherBank = {
  name: "Annen Bank",
  bankNumber: "9980",
  bic: "ANNENOK0",
} as const;
