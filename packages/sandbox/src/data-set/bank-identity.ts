/**
 * The sandbox bank. No bank in the public register has a number from 9904 on, so none of our
 * account numbers can be anyone's; a BIC that ends in 0 is a test BIC by SWIFT's own rule.
 */
export const bankIdentity = {
  name: "Varde Bank",
  bankNumber: "9990",
  bic: "VARDNOK0",
} as const;

/** The bank where everyone else in Norway has their account. */
export const otherBank = {
  name: "Annen Bank",
  bankNumber: "9980",
  bic: "ANNENOK0",
} as const;
